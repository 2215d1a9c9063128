using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace HardwareConnector.Bridge;

/// <summary>
/// The file by which the verb `bridge rewind` asks a bridge, running or not, to publish again. The bridge removes it
/// when it has done so. One thread.
/// </summary>
/// <param name="files">The state folder.</param>
internal sealed class BridgeRequestFile(IDiskFiles files)
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "bridge-rewind.json";

    private const int MaxBytes = 4096;

    // What was done or cannot be read, where the file could not be removed.
    private string? _done;

    /// <summary>Writes a request.</summary>
    public FileOutcome Write(BridgeRequest request) => AtomicFile.Write(
        files, FileName, JsonSerializer.SerializeToUtf8Bytes(request, BridgeRequestJson.Default.BridgeRequest));

    /// <summary>Reads a request; one that cannot be read is removed.</summary>
    /// <param name="request">The request.</param>
    /// <param name="fault">Why it cannot be used, in one line; null without one. Said once.</param>
    public bool TryRead([NotNullWhen(true)] out BridgeRequest? request, out string? fault)
    {
        request = null;
        fault = null;
        FileOutcome read = AtomicFile.Read(files, FileName, MaxBytes, out byte[] content);
        if (read.Fault == FileFault.Missing)
            return false;
        string text = Convert.ToBase64String(content);
        if (text == _done)
            return false;
        try
        {
            fault = read.IsOk ? null : read.ToString();
            request = read.IsOk ? JsonSerializer.Deserialize(content, BridgeRequestJson.Default.BridgeRequest) : null;
            if (request is { Format: not BridgeRequest.Newest } other)
                (request, fault) =
                    (null, $"{FileName} has format {other.Format}; this program reads {BridgeRequest.Newest}");
        }
        catch (JsonException e)
        {
            fault = $"{FileName} cannot be read ({OneLine.Format(e)})";
        }

        if (request is null)
        {
            _done = text;
            files.Delete(FileName);
        }

        return request is not null;
    }

    /// <summary>The request was done: it is removed, and not read again where it cannot be.</summary>
    /// <returns>Not ok when it is still there, and would be done again after a restart.</returns>
    public FileOutcome Remove()
    {
        AtomicFile.Read(files, FileName, MaxBytes, out byte[] content);
        _done = Convert.ToBase64String(content);
        return files.Delete(FileName);
    }
}

/// <summary>A request to publish again.</summary>
/// <param name="Epoch">From the begin of this epoch on; 0 = everything that the journal has.</param>
internal sealed record BridgeRequest(ulong Epoch)
{
    /// <summary>The newest format that this program reads.</summary>
    public const int Newest = 1;

    /// <summary>Format version.</summary>
    public int Format { get; init; } = Newest;

    /// <summary>Tells two requests apart.</summary>
    public Guid Id { get; init; } = Guid.NewGuid();

    /// <summary>What is published again, for people.</summary>
    [JsonIgnore]
    public string Text => Epoch == 0 ? "everything that the journal has"
        : string.Create(CultureInfo.InvariantCulture, $"everything from epoch {Epoch} on");

    /// <summary>Why nothing is published again, in one line; null when something may be.</summary>
    /// <param name="newest">The newest epoch that there is; 0 = none.</param>
    public string? FindFault(ulong newest) => Epoch <= newest ? null : string.Create(
        CultureInfo.InvariantCulture,
        $"epoch {Epoch} is none of this journal, whose newest is {newest}: `journal info` lists them; 0 = all");
}

/// <summary>Generated JSON of the file.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(BridgeRequest))]
internal sealed partial class BridgeRequestJson : JsonSerializerContext;
