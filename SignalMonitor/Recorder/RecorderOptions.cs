using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Journal;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Recordings;

namespace SignalMonitor.Recorder;

/// <summary>What becomes of the blocks of a test run.</summary>
public sealed class RecorderOptions
{
    private const int MiB = 1 << 20;

    // Room is made before the disk is full: removing takes a while.
    private const int RoomMegabytes = 1000;

    /// <summary>true: the blocks of each test run are recorded, from `testrun start` to `testrun stop`.</summary>
    [Description("record the blocks of each test run (true) or none (false)")]
    public bool Enabled { get; set; } = true;

    /// <summary>Which blocks of a test run are recorded, of channels that are in no group.</summary>
    [Description(
        "what is recorded: all, cycles (1, 2, 5, 10, 20, 50 ...), triggered (the time around Recorder:Triggers) or "
            + "reduced (Recorder:Rate)")]
    public RecorderMode Mode { get; set; } = RecorderMode.All;

    /// <summary>
    /// With <see cref="RecorderMode.Cycles"/> the column that counts cycles, such as <c>servo0.count</c>. Streams
    /// without it are recorded whole.
    /// </summary>
    [Description("with Mode=cycles: name of the column that counts cycles, such as servo0.count")]
    public string CycleSignal { get; set; } = "";

    /// <summary>
    /// With <see cref="RecorderMode.Reduced"/> samples a second that are stored of each column, 0.001 to 1,000,000: the
    /// smallest and the largest of each interval. The next rate that divides that of the stream is taken.
    /// </summary>
    [Description("with Mode=reduced: samples a second that are stored of each column, min and max of each interval")]
    [Range(0.001, 1_000_000)]
    public double Rate { get; set; } = 10;

    /// <summary>Channels that are recorded in a mode of their own.</summary>
    public RecorderGroupOptions[] Groups { get; set; } = [];

    /// <summary>Triggers of <see cref="RecorderMode.Triggered"/>.</summary>
    public RecorderTriggerOptions[] Triggers { get; set; } = [];

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
    /// is room again, and that is reported.
    /// </summary>
    [Description("MB of the disk that recordings leave free; below this nothing is recorded")]
    [Range(0, 1_000_000)]
    public int ReservedMegabytes { get; set; } = 1000;

    /// <summary>
    /// true: where the free disk comes within 1000 MB of <see cref="ReservedMegabytes"/>, the oldest finished
    /// recordings of the rig are removed; false: none is removed to make room.
    /// </summary>
    [Description("remove the oldest finished recordings where the disk gets full (true), or none (false)")]
    public bool MakeRoom { get; set; }

    /// <summary>Recordings of the rig at most, 0 to 100,000; 0 = no limit. The oldest finished ones are
    /// removed.</summary>
    [Description("recordings that are kept of the rig, the oldest finished ones are removed; 0 = all")]
    [Range(0, 100_000)]
    public int KeepRuns { get; set; }

    /// <summary>Days after its end that a recording is kept, 0 to 36,500; 0 = no limit.</summary>
    [Description("days that a finished recording is kept; 0 = no limit")]
    [Range(0, 36_500)]
    public int KeepDays { get; set; }

    /// <summary>GB that the recordings of the rig may have, 0 to 1,000,000; 0 = no limit.</summary>
    [Description("GB that the recordings of the rig may have, the oldest finished ones are removed; 0 = no limit")]
    [Range(0, 1_000_000)]
    public int KeepGigabytes { get; set; }

    /// <summary>largest segment of a recording, MiB, 16 to 4096.</summary>
    [Description("largest segment of a recording, MiB")]
    [Range(16, 4096)]
    public int SegmentMegabytes { get; set; } = 256;

    /// <summary>Minutes after which a segment is ended and the next begun, 0 to 10,080; 0 = only by size.</summary>
    [Description("minutes after which the next segment of a recording begins; 0 = only by size")]
    [Range(0, 10_080)]
    public int SegmentMinutes { get; set; }

    /// <summary>
    /// ms before the start of a test run with which its recording begins, 0 to 10,000, as far as half of
    /// <see cref="BufferMegabytes"/> has the blocks.
    /// </summary>
    [Description("ms before the start of a test run with which its recording begins")]
    [Range(0, 10_000)]
    public int PreTimeMs { get; set; } = 500;

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

    /// <summary>What is recorded of which channels.</summary>
    internal RecorderPlan Plan => RecorderPlan.Create(
        new GroupPlan("", [], Mode, CycleSignal, Rate, []), Groups, [.. Triggers]);

    /// <summary>What is kept of finished recordings.</summary>
    internal RetentionLimits Retention => new(
        KeepRuns,
        TimeSpan.FromDays(KeepDays),
        KeepGigabytes * 1_000_000_000L,
        MakeRoom ? (ReservedMegabytes + RoomMegabytes) * 1_000_000L : 0);

    /// <summary>The options of each journal.</summary>
    internal JournalOptions Journal(FrameLimits limits) => new()
    {
        RingBytes = BufferMegabytes * MiB,
        ReservedBytes = ReservedMegabytes * 1_000_000L,
        CommitInterval = TimeSpan.FromMilliseconds(CommitMs),
        QuotaBytes = long.MaxValue,
        SegmentBytes = (long)SegmentMegabytes * MiB,
        MaxSegmentAge = TimeSpan.FromMinutes(SegmentMinutes),
        Limits = limits,
    };
}
