using System.ComponentModel;

namespace SignalMonitor.Recordings.Verbs;

/// <summary>What the verb `recording` does.</summary>
public enum RecordingAction
{
    /// <summary>Lists recordings.</summary>
    List,

    /// <summary>Prints what one holds, from its indexes.</summary>
    Info,

    /// <summary>Checks every byte of one.</summary>
    Verify,

    /// <summary>Cuts torn ends and writes missing indexes of one.</summary>
    Repair,

    /// <summary>Marks one: retention does not remove it.</summary>
    Keep,

    /// <summary>Takes the mark back.</summary>
    Release,
}

/// <summary>Options of the verb `recording`.</summary>
public sealed class RecordingVerbOptions
{
    /// <summary>What to do.</summary>
    [Description("list, info, verify, repair, keep or release; given after the verb")]
    public RecordingAction Action { get; set; } = RecordingAction.List;

    /// <summary>Name of the run.</summary>
    [Description("name of the test run, where there are several recordings; given after the action")]
    public string? Name { get; set; }

    /// <summary>Where recordings are.</summary>
    [Description("folder of recordings, or of one; without it the recordings of State:Folder")]
    public string? Source { get; set; }

    /// <summary>Who asks.</summary>
    [Description("keep, release, repair: who does it, for the audit log; without it the user of the system")]
    public string? By { get; set; }

    /// <summary>Machine-readable output.</summary>
    [Description("one JSON object for each recording instead of text; may be given as --json")]
    public bool Json { get; set; }
}
