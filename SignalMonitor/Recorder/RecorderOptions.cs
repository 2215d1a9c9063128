using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Journal;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Recordings;

namespace SignalMonitor.Recorder;

/// <summary>What becomes of the blocks of a test run.</summary>
public sealed class RecorderOptions
{
    private const int MiB = 1 << 20;

    /// <summary>true: the blocks of each test run are recorded, from `testrun start` to `testrun stop`.</summary>
    [Description("record the blocks of each test run (true) or none (false)")]
    public bool Enabled { get; set; } = true;

    /// <summary>Root of the recordings; empty = `recordings` in the state folder. Made when it is missing.</summary>
    [Description("folder for recordings; empty = recordings in the state folder")]
    public string Folder { get; set; } = "";

    /// <summary>
    /// true: blocks are stored as `columns-packed`, whatever format they were published in: the same values in a
    /// fraction of the bytes, for some processor time of the recorder's thread.
    /// </summary>
    [Description("store blocks as columns-packed (true) or as they were published (false)")]
    public bool Pack { get; set; }

    /// <summary>
    /// MB of the disk that recordings leave free, 0 to 1,000,000. Where less is free nothing is recorded until there
    /// is room again, and that is said; no recording is removed to make room.
    /// </summary>
    [Description("MB of the disk that recordings leave free; none is removed to make room")]
    [Range(0, 1_000_000)]
    public int ReservedMegabytes { get; set; } = 1000;

    /// <summary>
    /// MiB between the receive thread and the disk, for each connector, 1 to 1024: what a disk that does not answer may
    /// hold up before blocks are lost to the recording.
    /// </summary>
    [Description("MiB of blocks that may wait for the disk, for each connector")]
    [Range(1, 1024)]
    public int BufferMegabytes { get; set; } = 64;

    /// <summary>
    /// Longest time in ms that a block waits before it is on the disk, 10 to 10,000. A crash of the machine loses at
    /// most as much.
    /// </summary>
    [Description("ms after which recorded blocks are durable")]
    [Range(10, 10_000)]
    public int CommitMs { get; set; } = 100;

    /// <summary>Full path of the root in force; it may be missing.</summary>
    internal string RootIn(string stateFolder) =>
        Path.GetFullPath(Folder.Length > 0 ? Folder : Path.Combine(stateFolder, RecordingFolder.RootName));

    /// <summary>The options of each journal.</summary>
    internal JournalOptions Journal(FrameLimits limits) => new()
    {
        RingBytes = BufferMegabytes * MiB,
        ReservedBytes = ReservedMegabytes * 1_000_000L,
        CommitInterval = TimeSpan.FromMilliseconds(CommitMs),
        QuotaBytes = long.MaxValue,
        Limits = limits,
    };
}
