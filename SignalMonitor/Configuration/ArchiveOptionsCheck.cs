using FuncLibs.Hosting.Configuration;
using SignalMonitor.Archiving;
using SignalMonitor.Variables;

namespace SignalMonitor.Configuration;

/// <summary>Checks that an archive has folder and catalogue. What is there is seen when they are used.</summary>
public sealed class ArchiveOptionsCheck : IOptionsCheck<MonitorOptions>
{
    private const string FolderKey = "Archive:Folder";
    private const string Key = "Archive:ConnectionString";
    private const string Allowed = "Host=...;Database=...;Username=..., as Npgsql writes it";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options)
    {
        ArchiveOptions archive = options.Archive;
        if (archive.Folder.Contains('\0', StringComparison.Ordinal))
        {
            yield return new OptionFault(FolderKey, "it has a character that no file name has", "a path");
            yield break;
        }

        if (archive.Folder.Length == 0 && archive.ConnectionString.Length > 0)
            yield return new OptionFault(FolderKey, "is empty", "the folder of the archive, together with " + Key);
        if (archive.Folder.Length == 0)
            yield break;
        if (archive.ConnectionString.Length == 0)
            yield return new OptionFault(Key, "is empty", Allowed);
        else if (VariableDatabase.FindFault(archive.ConnectionString) is { } fault)
            yield return new OptionFault(Key, fault, Allowed);
        string recordings = options.Recorder.RootIn(options.State.Folder);
        if (IsWithin(archive.Root, recordings) || IsWithin(recordings, archive.Root))
            yield return new OptionFault(
                FolderKey, "the folder of recordings is in it, or it is in that", "a folder beside the recordings");
    }

    private static bool IsWithin(string folder, string other)
    {
        string relative = Path.GetRelativePath(other, folder);
        return relative == "." || (!Path.IsPathRooted(relative) && relative != ".."
            && !relative.StartsWith(".." + Path.DirectorySeparatorChar, StringComparison.Ordinal));
    }
}
