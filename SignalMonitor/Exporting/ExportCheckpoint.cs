using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Exporting;

/// <summary>A file of an export that was interrupted.</summary>
/// <param name="Name">Its name, as it will be.</param>
/// <param name="Rows">Whole rows that it has.</param>
/// <param name="Bytes">What it is cut to, to have exactly these.</param>
internal sealed record ResumedFile(string Name, long Rows, long Bytes);

/// <summary>What an export is of and how it is written, by the option; a resumed one has to be of the same.</summary>
internal sealed record ResumedOptions(
    string Format,
    string Channels,
    string? AtRate,
    string? Resample,
    bool Raw,
    string Decimal,
    string Separator,
    string? Stream,
    string? From,
    string? To,
    long? Epoch)
{
    /// <summary>The first option that differs, in one line; null none.</summary>
    public string? DifferenceTo(ResumedOptions now)
    {
        (string Option, object? Then, object? Now)[] all =
        [
            ("--format", Format, now.Format), ("--channels", Channels, now.Channels), ("--at-rate", AtRate, now.AtRate),
            ("--resample", Resample, now.Resample), ("--raw", Raw, now.Raw), ("--decimal", Decimal, now.Decimal),
            ("--separator", Separator, now.Separator), ("--stream", Stream, now.Stream), ("--from", From, now.From),
            ("--to", To, now.To), ("--epoch", Epoch, now.Epoch),
        ];
        foreach ((string option, object? then, object? value) in all)
        {
            if (!Equals(then, value))
                return $"{option} was {then ?? "not given"} and is now {value ?? "not given"}";
        }

        return null;
    }
}

/// <summary>
/// How far an export is that can be continued: the file <c>OUT.resume</c> beside what is written. What it says is
/// durable before it is written, so it holds after a power cut too.
/// </summary>
internal sealed record ExportCheckpoint
{
    /// <summary>End of the name of the file.</summary>
    public const string Ending = ".resume";

    /// <summary>Value of <see cref="Version"/>.</summary>
    public const string CurrentVersion = "telemetry-export/1";

    private const int MaxBytes = 16 << 20;

    /// <summary>Name and version of the form of the file.</summary>
    public string Version { get; init; } = "";

    /// <summary>The options.</summary>
    [JsonPropertyName("order")]
    public required ResumedOptions Options { get; init; }

    /// <summary>The installation whose blocks these are.</summary>
    public required Guid Publisher { get; init; }

    /// <summary>Checksum of the definitions of calculated channels; empty without any.</summary>
    public required string Definitions { get; init; }

    /// <summary>The blocks before the exported ones that are computed.</summary>
    public required ImmutableArray<FrameRange> Before { get; init; }

    /// <summary>The exported blocks.</summary>
    public required ImmutableArray<FrameRange> Ranges { get; init; }

    /// <summary>The files; empty before the first checkpoint.</summary>
    public ImmutableArray<ResumedFile> Files { get; init; } = [];

    /// <summary>Every file is whole: only their names are missing.</summary>
    public bool IsWhole { get; init; }

    /// <summary>CRC-32C of the rest, as it is written: a number that was changed would make other files.</summary>
    public uint Checksum { get; init; }

    /// <summary>Where it is.</summary>
    public static string PathOf(string given) => ExportTarget.FullPathOf(given) + Ending;

    /// <summary>Reads it.</summary>
    /// <param name="path">Where it is; it exists.</param>
    /// <param name="fault">Why it cannot be used; null with a checkpoint.</param>
    public static ExportCheckpoint? Read(string path, out string? fault)
    {
        try
        {
            if (new FileInfo(path).Length <= MaxBytes)
                return Parse(File.ReadAllBytes(path), path, out fault);
            fault = NoCheckpoint(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            fault = $"{path} cannot be read ({OneLine.Format(e)}); begin again with --restart";
        }

        return null;
    }

    /// <summary>Reads the content of the file.</summary>
    /// <param name="content">The content.</param>
    /// <param name="path">Where it is, for messages.</param>
    /// <param name="fault">Why it cannot be used; null with a checkpoint.</param>
    public static ExportCheckpoint? Parse(ReadOnlySpan<byte> content, string path, out string? fault)
    {
        ExportCheckpoint? read = null;
        try
        {
            read = JsonSerializer.Deserialize(content, ExportCheckpointJson.Default.ExportCheckpoint);
            fault = read?.Version is not { } version ? NoCheckpoint(path)
                : version != CurrentVersion
                    ? $"{path} has version '{OneLine.Format(version)}', this program reads {CurrentVersion}; begin "
                        + "again with --restart"
                : !read.IsSound() ? $"{path} is damaged; begin again with --restart"
                : null;
        }
        catch (JsonException e)
        {
            fault = $"{path} cannot be read ({OneLine.Format(e)}); begin again with --restart";
        }

        return fault is null ? read : null;
    }

    /// <summary>Writes it, all or nothing.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Write(string path) => AtomicFile.Write(path, (this with { Checksum = ChecksumOf() }).ToJson());

    private static string NoCheckpoint(string path) =>
        $"{path} is not the file of an interrupted export; begin again with --restart";

    // The reader of JSON takes null as an entry of a list, and leaves out what is not there.
    private bool IsSound() => !Before.IsDefault && !Ranges.IsDefault && !Files.IsDefault
        && Files.All(file => file is { Name.Length: > 0, Rows: >= 0, Bytes: >= 0 })
        && Before.Concat(Ranges).All(range => range.From >= 1 && range.From <= range.To)
        && Checksum == ChecksumOf();

    private uint ChecksumOf() => Crc32C.Compute((this with { Checksum = 0 }).ToJson());

    private byte[] ToJson() =>
        JsonSerializer.SerializeToUtf8Bytes(this, ExportCheckpointJson.Default.ExportCheckpoint);
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(ExportCheckpoint))]
internal sealed partial class ExportCheckpointJson : JsonSerializerContext;
