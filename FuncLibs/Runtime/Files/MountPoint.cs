using System.Text;

namespace FuncLibs.Runtime.Files;

/// <summary>Where the disks of this machine are mounted.</summary>
internal static class MountPoint
{
    /// <summary>
    /// Bytes, as UTF-8, of the part of a full path that is its mount point; 0 where that cannot be found out.
    /// </summary>
    public static int LengthIn(string path)
    {
        int longest = 0;
        foreach (string root in All())
        {
            bool isAbove = path.StartsWith(root, StringComparison.Ordinal)
                && (path.Length == root.Length || Path.EndsInDirectorySeparator(root)
                    || path[root.Length] == Path.DirectorySeparatorChar);
            longest = isAbove ? Math.Max(longest, Encoding.UTF8.GetByteCount(root)) : longest;
        }

        return longest;
    }

    /// <summary>True when a disk is mounted exactly there.</summary>
    public static bool IsMounted(string path) => All().Contains(path);

    private static string[] All()
    {
        try
        {
            return [.. DriveInfo.GetDrives().Select(drive => drive.Name)];
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return [];
        }
    }
}
