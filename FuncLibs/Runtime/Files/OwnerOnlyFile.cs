namespace FuncLibs.Runtime.Files;

/// <summary>Files that only their owner may use, such as keys (mode 600). Windows has other rights.</summary>
public static class OwnerOnlyFile
{
    private const UnixFileMode Mode = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>
    /// Who else may use a file, and what to do, after its path; null when nobody may, and on Windows.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <exception cref="IOException">It is missing, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to its folder.</exception>
    public static string? FindModeFault(string path) =>
        !OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & ~Mode) is not 0 and var others
            ? $"may be used by others ({others}); run: chmod 600 {path}"
            : null;

    /// <summary>Creates a file to write; others have no right to it from the beginning.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="IOException">It is there already, the disk is full, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static FileStream Create(string path)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = Mode;
        return new FileStream(path, options);
    }
}
