using System.Text.Json;
using FuncLibs.Runtime.Files;
using SignalMonitor.Recordings;

namespace SignalMonitor.Archiving.Documents;

/// <summary>
/// Says that a recording is in the archive: the file <c>archived.json</c> in its folder, written last. Retention looks
/// at it, so that it does not wait for the archive.
/// </summary>
/// <param name="Id">Id of the recording: one that was put in its place is not archived.</param>
/// <param name="Place">Where it is in the archive.</param>
/// <param name="ArchivedUtc">When it was archived.</param>
internal sealed record ArchiveMark(string Id, string Place, DateTimeOffset ArchivedUtc)
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "archived.json";

    private const long MaxBytes = 64 << 10;

    /// <summary>Whether a closed recording has its mark.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="document">Its document.</param>
    public static bool IsIn(string folder, RecordingDocument document) =>
        document.ClosedUtc is not null && Read(folder)?.Id == ArchivedTest.IdOf(document);

    /// <summary>The mark in a folder; null when there is none that can be read.</summary>
    public static ArchiveMark? Read(string folder)
    {
        string path = Path.Combine(folder, FileName);
        try
        {
            if (!File.Exists(path))
                return null;
            using FileStream file = File.OpenRead(path);
            return file.Length > MaxBytes ? null
                : JsonSerializer.Deserialize(file, ArchiveJson.Default.ArchiveMark);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            // It is archived again, which finds it in its place.
            return null;
        }
    }

    /// <summary>Writes it, all or nothing.</summary>
    /// <param name="folder">The folder of the recording.</param>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Write(string folder) => AtomicFile.Write(
        Path.Combine(folder, FileName), JsonSerializer.SerializeToUtf8Bytes(this, ArchiveJson.Default.ArchiveMark));
}
