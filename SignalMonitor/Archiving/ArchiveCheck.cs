using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Recordings;

namespace SignalMonitor.Archiving;

/// <summary>The tests in the folder of an archive, and whether their files are as they were archived.</summary>
internal static class ArchiveCheck
{
    private const int PieceBytes = 1 << 20;

    /// <summary>Folders of archived tests below a root, by path: those that have a manifest or a recording.</summary>
    /// <exception cref="IOException">The root cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to read it.</exception>
    public static IEnumerable<string> List(string root) =>
        from site in Folders(root)
        from rig in Folders(site)
        from test in Folders(rig)
        where File.Exists(Path.Combine(test, ArchiveManifest.FileName)) || RecordingDocument.IsIn(test)
        select test;

    /// <summary>The manifest of a test, if it is that of the recording beside it and of this place.</summary>
    /// <param name="folder">Folder of the test.</param>
    /// <param name="fault">Why there is none, in one line.</param>
    public static ArchiveManifest? ReadManifest(string folder, out string? fault)
    {
        if (ArchiveManifest.Read(folder, out fault) is not { } manifest)
            return null;
        if (RecordingDocument.Read(folder, out fault) is not { } document)
            return null;
        string rig = Path.GetDirectoryName(folder)!;
        string place = $"{Path.GetFileName(Path.GetDirectoryName(rig))}/{Path.GetFileName(rig)}/{Path.GetFileName(folder)}";
        fault = document.ClosedUtc is null || ArchivedTest.IdOf(document) != manifest.Test.Id
            ? $"{Path.Combine(folder, ArchiveManifest.FileName)} is of another recording than {RecordingDocument.FileName} "
                + "beside it"
            : manifest.Test.Place != place
                ? $"{Path.Combine(folder, ArchiveManifest.FileName)} is of {manifest.Test.Place}; the folder was moved"
            : null;
        return fault is null ? manifest : null;
    }

    /// <summary>What is wrong with the files of a test, a line each; none = they are as they were archived.</summary>
    /// <param name="folder">Folder of the test.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="OperationCanceledException">It was ended.</exception>
    public static IEnumerable<string> FaultsOf(string folder, CancellationToken stop)
    {
        if (ReadManifest(folder, out string? fault) is not { } manifest)
        {
            yield return fault!;
            yield break;
        }

        byte[] piece = new byte[PieceBytes];
        foreach (ArchivedFile file in manifest.Files)
        {
            if (FindFault(file.PathIn(folder), file, piece, stop) is { } wrong)
                yield return wrong;
        }

        HashSet<string> known = [.. manifest.Files.Select(file => file.Name)];
        foreach (SourceFile other in ArchiveCopy.FilesOf(folder).Where(file => !known.Contains(file.Name)))
            yield return $"{Path.Combine(folder, other.Name)} was added after the test was archived";
    }

    private static IEnumerable<string> Folders(string folder) => Directory.EnumerateDirectories(folder)
        .Where(one => !Path.GetFileName(one).StartsWith('.') && new DirectoryInfo(one).LinkTarget is null)
        .Order(StringComparer.Ordinal);

    private static string? FindFault(string path, ArchivedFile file, byte[] piece, CancellationToken stop)
    {
        try
        {
            if (!File.Exists(path))
                return $"{path} is gone";
            uint crc = ArchiveCopy.CrcOf(path, piece, out long length, stop);
            return length != file.Bytes ? $"{path} has {length} bytes; {file.Bytes} were archived"
                : ArchivedFile.TextOf(crc) != file.Crc ? $"{path} was changed: its CRC-32C is not that of the manifest"
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{path} cannot be read ({OneLine.Format(e)})";
        }
    }
}
