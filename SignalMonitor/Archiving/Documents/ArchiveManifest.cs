using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using SignalMonitor.Recordings;

namespace SignalMonitor.Archiving.Documents;

/// <summary>
/// What an archived test is, and which files it has: the file <c>archive.json</c> in its folder. The catalogue is made
/// of these files.
/// </summary>
internal sealed record ArchiveManifest
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "archive.json";

    /// <summary>Value of <see cref="Format"/>.</summary>
    public const string CurrentFormat = "telemetry-archive/1";

    /// <summary>Bytes of the file at most: far more than a recording of months has files.</summary>
    public const long MaxBytes = 64 << 20;

    /// <summary>Name and version of the format.</summary>
    public required string Format { get; init; }

    /// <summary>The test.</summary>
    public required ArchivedTest Test { get; init; }

    /// <summary>Its files, by name; this one is not among them.</summary>
    public ImmutableArray<ArchivedFile> Files
    {
        get;
        init => field = value.IsDefault ? [] : value;
    } = [];

    /// <summary>CRC-32C of this file as it is without this value.</summary>
    public string Check { get; init; } = "";

    /// <summary>Reads the manifest of an archived test.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="fault">Why not, in one line; null with a manifest.</param>
    public static ArchiveManifest? Read(string folder, out string? fault)
    {
        string path = Path.Combine(folder, FileName);
        ArchiveManifest? manifest = null;
        try
        {
            using FileStream file = File.OpenRead(path);
            if (file.Length > MaxBytes)
            {
                fault = $"{path} has {file.Length} bytes, more than any such file ({MaxBytes}); it is another file";
                return null;
            }

            manifest = JsonSerializer.Deserialize(file, ArchiveJson.Default.ArchiveManifest);
            fault = manifest is null ? $"{path} is empty"
                : manifest.Format != CurrentFormat
                    ? $"{path} has format '{OneLine.Format(manifest.Format)}'; this program reads {CurrentFormat}"
                : manifest.FindDamage() is { } damage ? $"{path} is damaged: {damage}" : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            fault = $"{path} cannot be read ({OneLine.Format(e)})";
        }

        return fault is null ? manifest : null;
    }

    /// <summary>Writes it with its check, all or nothing.</summary>
    /// <param name="folder">The folder of the test.</param>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Write(string folder) => AtomicFile.Write(
        Path.Combine(folder, FileName), BytesOf(this with { Check = CheckOf(this) }));

    private static byte[] BytesOf(ArchiveManifest manifest) =>
        JsonSerializer.SerializeToUtf8Bytes(manifest, ArchiveJson.Default.ArchiveManifest);

    private static string CheckOf(ArchiveManifest manifest) =>
        ArchivedFile.TextOf(Crc32C.Compute(BytesOf(manifest with { Check = "" })));

    // The reader of JSON takes null as an entry of a list, and leaves out what an entry lacks.
    private string? FindDamage()
    {
        if (Files.Any(file => file is null) || Test.Results.Any(result => result?.Name is null || result.Unit is null))
            return "an entry of files or results is null";
        if (!RecordingId.IsPart(Test.Site) || !RecordingId.IsPart(Test.Rig) || !RecordingId.IsPart(Test.Folder))
            return "site, rig or folder is no name of a folder";
        if (Files.FirstOrDefault(file => !file.IsInside) is { } outside)
            return OneLine.Format($"files has '{outside.Name}'; the name of a file in it is expected");
        return Check == CheckOf(this) ? null : "its check does not fit its content";
    }
}

/// <summary>A file of an archived test.</summary>
/// <param name="Name">Its name below the folder of the test, with <c>/</c>.</param>
/// <param name="Bytes">Its length.</param>
/// <param name="Crc">CRC-32C of its bytes, 8 digits.</param>
internal sealed record ArchivedFile(string Name, long Bytes, string Crc)
{
    /// <summary>Whether the name cannot lead out of the folder.</summary>
    [JsonIgnore]
    public bool IsInside => Name is not null && Bytes >= 0 && Name.Split('/').All(RecordingId.IsPart);

    /// <summary>A checksum as text.</summary>
    public static string TextOf(uint crc) => crc.ToString("x8", CultureInfo.InvariantCulture);

    /// <summary>Its path.</summary>
    /// <param name="folder">The folder of the test.</param>
    public string PathIn(string folder) => Path.Combine([folder, .. Name.Split('/')]);
}

/// <summary>Generated JSON of the archive.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(ArchiveManifest))]
[JsonSerializable(typeof(ArchiveMark))]
[JsonSerializable(typeof(ArchiveSign))]
internal sealed partial class ArchiveJson : JsonSerializerContext;
