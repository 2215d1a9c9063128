namespace FuncLibs.Hosting.Doctor;

/// <summary>Where a folder is, or will be created.</summary>
internal static class ExistingFolder
{
    /// <summary>The folder, or the nearest one above it that exists.</summary>
    public static string Find(string folder)
    {
        string path = Path.GetFullPath(folder);
        while (!Directory.Exists(path) && Path.GetDirectoryName(path) is { } above)
            path = above;
        return path;
    }
}
