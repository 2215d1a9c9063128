using System.ComponentModel;

namespace SignalMonitor.Notifications.Verbs;

/// <summary>What the verb `notify` does.</summary>
public enum NotifyVerbAction
{
    /// <summary>Sends a message to each target.</summary>
    Test,
}

/// <summary>Options of the verb `notify`.</summary>
public sealed class NotifyVerbOptions
{
    /// <summary>What to do.</summary>
    [Description("test: sends one message to each target; given after the verb")]
    public NotifyVerbAction Do { get; set; } = NotifyVerbAction.Test;

    /// <summary>The only target; null all.</summary>
    [Description("name of the only target that is tried; without it all are")]
    public string? To { get; set; }
}
