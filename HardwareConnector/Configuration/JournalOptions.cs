using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Journal;
using FuncLibs.Runtime.Platform;

namespace HardwareConnector.Configuration;

/// <summary>Where the journal lies and how much it may take.</summary>
public sealed class JournalStoreOptions : JournalFolderOptions
{
    private const long Gigabyte = 1_000_000_000;

    /// <summary>Disk for the journal in GB (10^9 bytes). The reference rig writes one in 26 s.</summary>
    [Description("GB of disk that the journal may take; the oldest goes first")]
    [Range(1, 1_000_000)]
    public int QuotaGB { get; set; } = (int)(JournalOptions.DefaultQuotaBytes / Gigabyte);

    /// <summary>Age in hours at which the journal is removed; 0 = by size alone.</summary>
    [Description("hours after which the journal is removed; 0 = by size alone")]
    [Range(0, 100_000)]
    public int MaxAgeHours { get; set; }

    /// <summary>Memory in MiB between publishing and the disk.</summary>
    [Description("MiB that wait for the disk at most; 128 are 3.4 s of the reference rig")]
    [Range(1, 1024)]
    public int RingMiB { get; set; } = JournalOptions.DefaultRingBytes >> 20;

    /// <summary>
    /// Folder of the file that holds this memory, so that a kill of the process loses nothing; on a file
    /// system in memory. Empty = memory of
    /// the process. Where the file cannot be made, memory of the process is taken and the log says so.
    /// </summary>
    [Description("folder in memory (tmpfs) for what waits for the disk: it survives a kill there; empty = memory of the process")]
    public string RingFolder { get; set; } = SharedMemory.Folder;

    /// <summary>As the journal takes them.</summary>
    public JournalOptions ToJournal() => new()
    {
        QuotaBytes = QuotaGB * Gigabyte,
        MaxAge = TimeSpan.FromHours(MaxAgeHours),
        RingBytes = RingMiB << 20,
    };
}

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
