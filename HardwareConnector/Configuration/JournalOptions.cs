using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Platform;

namespace HardwareConnector.Configuration;

/// <summary>Folder and size limits of the journal.</summary>
public sealed class JournalStoreOptions : JournalFolderOptions
{
    private const long Gigabyte = 1_000_000_000;

    /// <summary>Disk quota of the journal in GB (10^9 bytes). The reference rig writes 1 GB in 26 s.</summary>
    [Description("GB of disk for the journal; the oldest segments are removed first")]
    [Range(1, 1_000_000)]
    public int QuotaGB { get; set; } = (int)(JournalOptions.DefaultQuotaBytes / Gigabyte);

    /// <summary>Age in hours at which the journal is removed; 0 = by size only.</summary>
    [Description("hours after which the journal is removed; 0 = by size alone")]
    [Range(0, 100_000)]
    public int MaxAgeHours { get; set; }

    /// <summary>Buffer between publishing and the disk in MiB.</summary>
    [Description("MiB of frames that may wait for the disk; 128 are 3.4 s of the reference rig")]
    [Range(1, 1024)]
    public int RingMiB { get; set; } = JournalOptions.DefaultRingBytes >> 20;

    /// <summary>
    /// Folder of the file that holds this buffer, on a file system in memory, so that a kill of the process loses
    /// nothing. Empty = memory of the process. If the file cannot be created, memory of the process is used, and the
    /// log reports it.
    /// </summary>
    [Description(
        "folder in memory (tmpfs) for frames that wait for the disk: there they survive a kill; empty = memory of the "
            + "process")]
    public string RingFolder { get; set; } = SharedMemory.Folder;

    /// <summary>Converts to the options of the journal.</summary>
    public JournalOptions ToJournal() => new()
    {
        QuotaBytes = QuotaGB * Gigabyte,
        MaxAge = TimeSpan.FromHours(MaxAgeHours),
        RingBytes = RingMiB << 20,
    };
}

/// <summary>Folder of the journal.</summary>
public class JournalFolderOptions
{
    /// <summary>Default name of the folder in the state folder.</summary>
    public const string DefaultName = JournalReader.FolderName;

    /// <summary>The folder; empty = `journal` in State:Folder.</summary>
    [Description("folder of the journal; empty = journal in State:Folder")]
    public string Folder { get; set; } = "";

    /// <summary>The effective folder.</summary>
    public string In(string stateFolder) => Folder.Length > 0 ? Folder : Path.Combine(stateFolder, DefaultName);
}
