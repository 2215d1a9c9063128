using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Hosting.State;

/// <summary>A file of a state folder that cannot be used: kept beside, for a look, while the process goes on without it.</summary>
public static class DamagedFile
{
    /// <summary>Ending of the file that is kept.</summary>
    public const string Ending = ".damaged";

    /// <summary>Renames it, in the place of one that was kept before.</summary>
    /// <returns>Null, or why it could not be renamed.</returns>
    public static string? SetAside(string path)
    {
        try
        {
            File.Move(path, path + Ending, overwrite: true);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return OneLine.Format(e);
        }
    }
}
