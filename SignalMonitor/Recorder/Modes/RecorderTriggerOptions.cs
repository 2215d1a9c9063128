using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Recorder.Modes;

/// <summary>What a trigger looks at.</summary>
public enum TriggerKind
{
    /// <summary>A signal is at or beyond a level: each such sample triggers.</summary>
    Level,

    /// <summary>A signal crosses a level: the first sample beyond it triggers.</summary>
    Edge,

    /// <summary>A digital line changes: the first block with the new state triggers.</summary>
    Bit,

    /// <summary>An event: of the rig, an alarm, a note.</summary>
    Event,

    /// <summary>A break that a break trigger found.</summary>
    Break,
}

/// <summary>When the signal of a trigger triggers.</summary>
public enum TriggerWhen
{
    /// <summary>An edge: from below the level to it or beyond; a line is set.</summary>
    Rising,

    /// <summary>An edge: from above the level to it or beyond; a line is cleared.</summary>
    Falling,

    /// <summary>An edge in either direction.</summary>
    Either,

    /// <summary>A level: at it or above.</summary>
    Above,

    /// <summary>A level: at it or below.</summary>
    Below,
}

/// <summary>Which events trigger.</summary>
public enum TriggerEvent
{
    /// <summary>Events of the rig, alarms and notes.</summary>
    Any,

    /// <summary>Those that the rig sends.</summary>
    Rig,

    /// <summary>Alarms, when they change their state.</summary>
    Alarm,

    /// <summary>Notes that a person made.</summary>
    Note,
}

/// <summary>A trigger of the recorder, with the time around it that is recorded.</summary>
public sealed class RecorderTriggerOptions
{
    /// <summary>Triggers at most.</summary>
    public const int MaxTriggers = 32;

    /// <summary>Name of the trigger; unique.</summary>
    [Description("name of the trigger")]
    [Required]
    public string Name { get; set; } = "";

    /// <summary>What it looks at.</summary>
    [Description("what it looks at: level, edge, bit, event or break")]
    public TriggerKind Kind { get; set; } = TriggerKind.Level;

    /// <summary>With a level or edge a column such as <c>servo1.force</c>, with a bit a line such as
    /// <c>bitin3</c>.</summary>
    [Description("signal of a level, edge or bit trigger: servo1.force, ad7, bitin3")]
    public string Signal { get; set; } = "";

    /// <summary>The level in the unit of the signal.</summary>
    [Description("level of a level or edge trigger, in the unit of the signal")]
    public double Level { get; set; }

    /// <summary>When it triggers; not given = above for a level, rising for an edge and a bit.</summary>
    [Description("level: above (default) or below; edge and bit: rising (default), falling or either")]
    public TriggerWhen? When { get; set; }

    /// <summary>Which events trigger.</summary>
    [Description("events of an event trigger: any, rig, alarm or note")]
    public TriggerEvent Event { get; set; } = TriggerEvent.Any;

    /// <summary>Pattern of the text of an event or break.</summary>
    [Description("pattern that the text of an event or break has to match: * for any characters, ? for one")]
    public string Match { get; set; } = "*";

    /// <summary>ms before the trigger that are recorded, 0 to 600,000.</summary>
    [Description("ms before the trigger that are recorded, as far as half of Recorder:BufferMegabytes holds them")]
    [Range(0, 600_000)]
    public int PreMs { get; set; } = 1000;

    /// <summary>ms after the trigger that are recorded, 0 to 3,600,000.</summary>
    [Description("ms after the trigger that are recorded")]
    [Range(0, 3_600_000)]
    public int PostMs { get; set; } = 1000;

    /// <summary>ms after a trigger in which it does not trigger again, 0 to 3,600,000.</summary>
    [Description("ms after the trigger in which it does not trigger again")]
    [Range(0, 3_600_000)]
    public int HoldOffMs { get; set; }
}
