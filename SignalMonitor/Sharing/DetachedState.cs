using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Sharing;

/// <summary>
/// Takes the files of a state folder away from a process that still has them open, by putting a copy in place of each:
/// what that process writes goes into a file that has no name any more. Locks are removed for the same reason. Of the
/// segments of a recording only the newest of each folder can be open; files that nobody wrote for a day are left. So
/// is a file that the process has for itself alone (<see cref="FileShare.None"/>): it is making that file, and no other
/// process continues it.
/// </summary>
internal static class DetachedState
{
    private const string LockEnding = ".lock";
    private const string LockName = "lock";
    private const string CopyEnding = ".detached";
    private static readonly TimeSpan Recent = TimeSpan.FromDays(1);

    /// <summary>Detaches a folder and all below it.</summary>
    /// <exception cref="IOException">A file cannot be copied.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to.</exception>
    public static void Detach(string folder)
    {
        List<string> open = [];
        foreach (string inside in Directory.EnumerateDirectories(folder, "*", SearchOption.AllDirectories)
            .Prepend(folder))
            AddOpen(inside, open);
        DateTime newest = open.Select(File.GetLastWriteTimeUtc).DefaultIfEmpty().Max();
        foreach (string file in open)
        {
            if (IsLock(file))
                File.Delete(file);
            else if (File.GetLastWriteTimeUtc(file) >= newest - Recent)
                Replace(file);
        }
    }

    private static void AddOpen(string folder, List<string> open)
    {
        string? segment = null;
        foreach (string file in Directory.EnumerateFiles(folder))
        {
            string name = Path.GetFileName(file);
            if (SegmentName.TryParseIndex(name, out _))
                continue;
            if (!SegmentName.TryParse(name, out _))
                open.Add(file);
            else if (string.CompareOrdinal(file, segment) > 0)
                segment = file;
        }

        if (segment is null)
            return;
        open.Add(segment);
        string index = Path.ChangeExtension(segment, SegmentName.IndexEnding);
        if (File.Exists(index))
            open.Add(index);
    }

    private static bool IsLock(string file) =>
        Path.GetFileName(file) == LockName || file.EndsWith(LockEnding, StringComparison.Ordinal);

    // With the rights and the time of the file.
    private static void Replace(string file)
    {
        if (IsHeldAlone(file))
            return;
        string copy = file + CopyEnding;
        using (FileStream source = new(
            file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete))
        {
            FileStreamOptions options = new() { Mode = FileMode.Create, Access = FileAccess.Write };
            if (!OperatingSystem.IsWindows())
                options.UnixCreateMode = File.GetUnixFileMode(file);
            using FileStream target = new(copy, options);
            source.CopyTo(target);
        }

        File.SetLastWriteTimeUtc(copy, File.GetLastWriteTimeUtc(file));
        File.Move(copy, file, overwrite: true);
    }

    private static bool IsHeldAlone(string file)
    {
        DiskFiles files = new(Path.GetDirectoryName(file)!);
        FileOutcome outcome = files.OpenToRead(Path.GetFileName(file), out IDiskFile? opened);
        opened?.Dispose();
        return outcome.Fault == FileFault.InUse;
    }
}
