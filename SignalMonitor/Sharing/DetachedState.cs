using FuncLibs.Journal.Segments;

namespace SignalMonitor.Sharing;

/// <summary>
/// Takes the files of a state folder away from a process that still has them open, by putting a copy in place of each:
/// what that process writes goes into a file that has no name any more. Locks are removed for the same reason. Of the
/// segments of a recording only the newest of each folder can be open; files that nobody wrote for a day are left.
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

    private static void Replace(string file)
    {
        string copy = file + CopyEnding;
        File.Copy(file, copy, overwrite: true);
        File.Move(copy, file, overwrite: true);
    }
}
