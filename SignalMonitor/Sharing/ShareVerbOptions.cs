using System.ComponentModel;

namespace SignalMonitor.Sharing;

/// <summary>What the verb `share` does.</summary>
public enum ShareAction
{
    /// <summary>Takes part in the shared stations.</summary>
    Run,

    /// <summary>Makes the folder that all monitors see.</summary>
    Prepare,
}

/// <summary>Options of the verb `share`.</summary>
public sealed class ShareVerbOptions
{
    /// <summary>What to do.</summary>
    [Description("run, or prepare: makes Sharing:Folder and its sign, once; given after the verb")]
    public ShareAction Action { get; set; } = ShareAction.Run;
}
