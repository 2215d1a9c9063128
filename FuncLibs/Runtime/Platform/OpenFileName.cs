using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// Whether an open file still has its name: a file can be deleted, and another made, while it is open.
/// </summary>
internal static class OpenFileName
{
    private const string Deleted = " (deleted)";

    /// <summary>Whether a path still names an open file; elsewhere, whether there is a file of that name.</summary>
    /// <param name="file">The file.</param>
    /// <param name="path">The path by which it was opened; one that does not end in "(deleted)".</param>
    public static bool IsStill(SafeFileHandle file, string path)
    {
        if (!Linux.InUse)
            return File.Exists(path);
        string descriptor = string.Create(CultureInfo.InvariantCulture, $"/proc/self/fd/{file.DangerousGetHandle()}");
        return new FileInfo(descriptor).LinkTarget is { } name
            ? !name.EndsWith(Deleted, StringComparison.Ordinal) : File.Exists(path);
    }
}
