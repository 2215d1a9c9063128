using System.ComponentModel;

namespace HardwareConnector.Configuration;

/// <summary>Where the journal lies.</summary>
public class JournalFolderOptions
{
    /// <summary>Name of the folder in the state folder when none is configured.</summary>
    public const string DefaultName = "journal";

    /// <summary>The folder; empty = `journal` in State:Folder.</summary>
    [Description("folder of the journal; empty = journal in State:Folder")]
    public string Folder { get; set; } = "";

    /// <summary>The folder in force.</summary>
    public string In(string stateFolder) => Folder.Length > 0 ? Folder : Path.Combine(stateFolder, DefaultName);
}
