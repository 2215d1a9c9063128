using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace HardwareConnector.Formats;

/// <summary>The request and the verdict on it, in the state folder. Any thread.</summary>
/// <param name="files">The state folder.</param>
internal sealed class FormatFiles(IDiskFiles files)
{
    /// <summary>The file that the verb `format` writes.</summary>
    public const string RequestName = "format.json";

    /// <summary>The file that the connector writes.</summary>
    public const string VerdictName = "format-verdict.json";

    private const int MaxBytes = 16 << 10;

    /// <summary>Reads the request; null without one, or with a fault.</summary>
    /// <param name="fault">Why it cannot be used, in one line; null when it can, or there is none.</param>
    public FormatRequest? ReadRequest(out string? fault)
    {
        FormatRequest? request = Read(RequestName, FormatJson.Default.FormatRequest, out fault);
        if (request is not null && request.Format != FormatRequest.CurrentFormat)
            fault = $"{RequestName} has format {request.Format}; this program reads {FormatRequest.CurrentFormat}";
        else if (request is not null && request.Id == Guid.Empty)
            fault = $"{RequestName} has no id; use the verb `format` to write it";
        else if (request?.Canary?.Fault is { } canary)
            fault = $"{RequestName}: {canary}";
        return fault is null ? request : null;
    }

    /// <summary>Reads the verdict on a request; null when there is none that can be read.</summary>
    public CanaryVerdict? ReadVerdict(FormatRequest? request)
    {
        CanaryVerdict? verdict = Read(VerdictName, FormatJson.Default.CanaryVerdict, out _);
        return request is not null && verdict?.Request == request.Id && Enum.IsDefined(verdict.State) ? verdict : null;
    }

    /// <summary>Writes a request.</summary>
    public FileOutcome Write(FormatRequest request) => AtomicFile.Write(
        files, RequestName, JsonSerializer.SerializeToUtf8Bytes(request, FormatJson.Default.FormatRequest));

    /// <summary>Writes a verdict.</summary>
    public FileOutcome Write(CanaryVerdict verdict) => AtomicFile.Write(
        files, VerdictName, JsonSerializer.SerializeToUtf8Bytes(verdict, FormatJson.Default.CanaryVerdict));

    /// <summary>Takes the request away.</summary>
    public FileOutcome Delete()
    {
        FileOutcome outcome = files.Delete(RequestName);
        return outcome.IsOk ? files.FlushFolder() : outcome;
    }

    /// <summary>Takes the verdict away.</summary>
    public FileOutcome DeleteVerdict() => files.Delete(VerdictName);

    private T? Read<T>(string name, JsonTypeInfo<T> type, out string? fault)
        where T : class
    {
        fault = null;
        FileOutcome outcome = AtomicFile.Read(files, name, MaxBytes, out byte[] content);
        if (outcome.Fault == FileFault.Missing)
            return null;
        if (!outcome.IsOk)
        {
            fault = outcome.ToString();
            return null;
        }

        try
        {
            T? read = JsonSerializer.Deserialize(content, type);
            fault = read is null ? $"{name} is empty" : null;
            return read;
        }
        catch (JsonException e)
        {
            fault = $"{name}, line {e.LineNumber + 1}: {OneLine.Format(e.Message)}";
            return null;
        }
    }
}
