namespace FuncLibs.Runtime.Files;

/// <summary>
/// What tells that a file was changed. Of a link it is that of the file that it leads to, so that its change is seen.
/// </summary>
/// <param name="Path">Full path as named, not that of the link's target.</param>
/// <param name="Bytes">Length in bytes; -1 = there is no file.</param>
/// <param name="WrittenTicks">When it was written, UTC ticks; 0 = there is no file.</param>
public readonly record struct FileStamp(string Path, long Bytes, long WrittenTicks)
{
    /// <summary>Whether there is a file.</summary>
    public bool Exists => Bytes >= 0;

    /// <summary>The stamp now; a file that cannot be reached is none.</summary>
    /// <param name="path">The file, or a link to it.</param>
    public static FileStamp Read(string path)
    {
        var named = new FileInfo(path);
        try
        {
            FileSystemInfo file = named.LinkTarget is null
                ? named : named.ResolveLinkTarget(returnFinalTarget: true) ?? named;
            if (file.Exists)
                return new FileStamp(named.FullName, ((FileInfo)file).Length, file.LastWriteTimeUtc.Ticks);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It was removed meanwhile, or its links go round in a circle.
        }

        return new FileStamp(named.FullName, -1, 0);
    }
}
