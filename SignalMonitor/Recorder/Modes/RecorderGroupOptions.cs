using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Recorder.Modes;

/// <summary>Channels that are recorded in a mode of their own.</summary>
public sealed class RecorderGroupOptions
{
    /// <summary>Groups at most.</summary>
    public const int MaxGroups = 8;

    /// <summary>
    /// Name of the group, 1 to 8 of <c>a-z 0-9 _</c>: its stream in the recording is <c>STREAM-NAME</c>. Empty = the
    /// mode and the number of the group, such as <c>all0</c>.
    /// </summary>
    [Description("name of the group, 1 to 8 of a-z 0-9 _; its stream in the recording is STREAM-NAME; empty = by mode")]
    [RegularExpression("[a-z0-9_]{0,8}")]
    public string Name { get; set; } = "";

    /// <summary>
    /// Channels, as patterns: <c>servo1</c>, <c>temp*</c>, <c>ad?</c>, and <c>bitin</c> and <c>bitout</c> for all lines
    /// of one direction. A channel is recorded with all its columns, in the first group that names it.
    /// </summary>
    [Description("channels of the group: servo1, temp*, ad*, bitin, bitout; a channel is in the first group with it")]
    public string[] Channels { get; set; } = [];

    /// <summary>What is recorded of them.</summary>
    [Description("what is recorded of these channels: all, cycles, triggered or reduced")]
    public RecorderMode Mode { get; set; } = RecorderMode.All;

    /// <summary>As <c>Recorder:CycleSignal</c>; empty = that one.</summary>
    [Description("with Mode=cycles: name of the column that counts cycles; empty = Recorder:CycleSignal")]
    public string CycleSignal { get; set; } = "";

    /// <summary>As <c>Recorder:Rate</c>; 0 = that one.</summary>
    [Description("with Mode=reduced: samples a second that are stored of each column; 0 = Recorder:Rate")]
    [Range(0, 1_000_000)]
    public double Rate { get; set; }

    /// <summary>With <see cref="RecorderMode.Triggered"/> the names of its triggers; empty = all.</summary>
    [Description("with Mode=triggered: names of its triggers, of Recorder:Triggers; empty = all")]
    public string[] Triggers { get; set; } = [];
}
