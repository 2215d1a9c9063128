using FuncLibs.Journal.Segments;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Files;
using SignalMonitor.Captures;
using SignalMonitor.Exporting.Jobs;
using SignalMonitor.Recordings;

namespace SignalMonitor.Sharing;

/// <summary>
/// Takes the files of a state folder away from a process that still has them open, by putting a copy in place of each:
/// what that process writes goes into a file that has no name any more. Locks are removed for the same reason. Left are
/// files that no process has open, and that may be large: closed recordings, complete segments, captures, exports. So
/// is a file that the process has for itself alone (<see cref="FileShare.None"/>): it is making that file, and no other
/// process continues it. Links are not followed, pipes not waited for.
/// </summary>
internal static class DetachedState
{
    private const string LockEnding = ".lock";
    private const string LockName = "lock";
    private const string CopyEnding = ".detached";
    private const int ChunkBytes = 1 << 20;

    private static readonly EnumerationOptions WithoutLinks = new()
    {
        AttributesToSkip = FileAttributes.ReparsePoint,
        IgnoreInaccessible = false,
    };

    /// <summary>Detaches a state folder and all below it, except exports: a process removes earlier ones.</summary>
    /// <param name="folder">The state folder.</param>
    /// <param name="moves">Called again and again while it goes on.</param>
    /// <exception cref="IOException">A file cannot be copied.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to.</exception>
    public static void Detach(string folder, Action moves)
    {
        DetachFiles(folder, moves);
        foreach (string inside in Directory.EnumerateDirectories(folder, "*", WithoutLinks))
        {
            if (Path.GetFileName(inside) != ExportJobOptions.FolderName)
                DetachAll(inside, moves);
        }
    }

    private static void DetachAll(string folder, Action moves)
    {
        if (RecordingDocument.IsIn(folder) && RecordingDocument.Read(folder, out _) is { ClosedUtc: not null })
            return;
        DetachFiles(folder, moves);
        foreach (string inside in Directory.EnumerateDirectories(folder, "*", WithoutLinks))
            DetachAll(inside, moves);
    }

    private static void DetachFiles(string folder, Action moves)
    {
        foreach (string file in OpenFiles(folder))
        {
            moves();
            if (IsLock(file))
                File.Delete(file);
            else
                Replace(file, moves);
        }
    }

    private static List<string> OpenFiles(string folder)
    {
        List<string> open = [];
        Dictionary<ulong, string> segments = [];
        foreach (string file in Directory.EnumerateFiles(folder, "*", WithoutLinks))
        {
            string name = Path.GetFileName(file);
            if (SegmentName.TryParseIndex(name, out _) || name.EndsWith(CaptureHeader.Ending, StringComparison.Ordinal))
                continue;
            if (name.EndsWith(CopyEnding, StringComparison.Ordinal))
                File.Delete(file);
            else if (!SegmentName.TryParse(name, out SegmentName segment))
                open.Add(file);
            else if (string.CompareOrdinal(file, segments.GetValueOrDefault(segment.Epoch)) > 0)
                segments[segment.Epoch] = file;
        }

        open.AddRange(segments.Values
            .OrderByDescending(File.GetLastWriteTimeUtc)
            .Take(FrameArchive.OpenEpochs)
            .SelectMany(segment => new[] { segment, Path.ChangeExtension(segment, SegmentName.IndexEnding) })
            .Where(File.Exists));
        return open;
    }

    private static bool IsLock(string file) =>
        Path.GetFileName(file) == LockName || file.EndsWith(LockEnding, StringComparison.Ordinal);

    // With the rights and the time of the file.
    private static void Replace(string file, Action moves)
    {
        if (IsHeldAlone(file))
            return;
        string copy = file + CopyEnding;
        FileStreamOptions options = new() { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = File.GetUnixFileMode(file);
        using (FileStream target = new(copy, options))
        {
            // A pipe has no bytes, and opened to read it would wait for its other end.
            if (new FileInfo(file).Length > 0)
            {
                using FileStream source = new(
                    file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
                byte[] chunk = new byte[Math.Min(source.Length, ChunkBytes)];
                for (int read; (read = source.Read(chunk)) > 0; moves())
                    target.Write(chunk, 0, read);
            }
        }

        File.SetLastWriteTimeUtc(copy, File.GetLastWriteTimeUtc(file));
        File.Move(copy, file, overwrite: true);
    }

    // To write, because that does not wait at a pipe.
    private static bool IsHeldAlone(string file)
    {
        DiskFiles files = new(Path.GetDirectoryName(file)!);
        FileOutcome outcome = files.OpenToWrite(Path.GetFileName(file), out IDiskFile? opened);
        opened?.Dispose();
        return outcome.Fault == FileFault.InUse;
    }
}
