using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Breaks;

/// <summary>Where the samples around breaks are kept.</summary>
public sealed class CaptureOptions
{
    private const string DefaultFolder = "captures";

    /// <summary>The folder; empty = `captures` in the state folder. Made when it is missing.</summary>
    [Description("folder for the samples around breaks; empty = captures in the state folder")]
    public string Folder { get; set; } = "";

    /// <summary>
    /// Most that the files of the folder take together, in MB, 1 to 1,000,000. Nothing is removed to make room: what
    /// finds none waits in memory, and that is reported, until files are moved away.
    /// </summary>
    [Description("most MB of captures in the folder; none is removed to make room")]
    [Range(1, 1_000_000)]
    public int MaxMegabytes { get; set; } = 10_000;

    /// <summary>Full path of the folder in force; it may be missing.</summary>
    internal string FolderIn(string stateFolder) =>
        Path.GetFullPath(Folder.Length > 0 ? Folder : Path.Combine(stateFolder, DefaultFolder));
}
