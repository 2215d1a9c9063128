using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Archiving.Documents;

/// <summary>
/// Says which archive a folder is: the file <c>telemetry-archive.json</c> in its root. The folder under a share that is
/// not mounted has none, so nothing is copied there.
/// </summary>
/// <param name="Id">The archive; its catalogue has the same.</param>
internal sealed record ArchiveSign(string Id)
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "telemetry-archive.json";

    private const int MaxBytes = 64 << 10;

    /// <summary>Reads the sign of a root.</summary>
    /// <param name="root">The root.</param>
    /// <param name="sign">The sign; null when there is none.</param>
    /// <returns>Why it cannot be read; null when it can, and when there is none.</returns>
    public static string? Read(string root, out ArchiveSign? sign)
    {
        sign = null;
        if (!Directory.Exists(root))
            return $"there is no folder {root}; mount it, or correct Archive:Folder";
        FileOutcome outcome = AtomicFile.Read(new DiskFiles(root), FileName, MaxBytes, out byte[] content);
        if (outcome.Fault == FileFault.Missing)
            return null;
        if (!outcome.IsOk)
            return outcome.ToString();
        try
        {
            sign = JsonSerializer.Deserialize(content, ArchiveJson.Default.ArchiveSign);
            return sign is null ? $"{Path.Combine(root, FileName)} is empty" : null;
        }
        catch (JsonException e)
        {
            return $"{Path.Combine(root, FileName)} is damaged ({OneLine.Format(e)}); archive rebuild writes it again";
        }
    }

    /// <summary>Writes it, all or nothing.</summary>
    /// <param name="root">The root.</param>
    /// <returns>Why it cannot be written; null when it is.</returns>
    public string? Write(string root)
    {
        FileOutcome outcome = AtomicFile.Write(
            new DiskFiles(root), FileName, JsonSerializer.SerializeToUtf8Bytes(this, ArchiveJson.Default.ArchiveSign));
        return outcome.IsOk ? null : $"{root}: {outcome}";
    }
}
