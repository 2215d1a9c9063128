using System.Text.Json.Serialization;

namespace SignalMonitor.Notifications;

/// <summary>One message for people who are not in front of the rig.</summary>
/// <param name="Id">Of this message: a receiver that gets it twice can tell.</param>
/// <param name="UtcNs">When it happened, UTC ns.</param>
/// <param name="Kind">What it is of.</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Monitor">Name of the monitor that sends it.</param>
/// <param name="Stream">Name of the stream; empty for none.</param>
/// <param name="Title">A few words.</param>
/// <param name="Text">What happened, in one line.</param>
internal sealed record Notification(
    Guid Id,
    long UtcNs,
    NotificationKind Kind,
    NotificationSeverity Severity,
    string Monitor,
    string Stream,
    string Title,
    string Text)
{
    /// <summary>How many notifications are told of in this one: more than 1 for a summary.</summary>
    public int Count { get; init; } = 1;
}

/// <summary>What a notification is of. The names are words of options, JSON and topics.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<NotificationKind>))]
public enum NotificationKind
{
    /// <summary>An alarm was raised, is over, or was acknowledged.</summary>
    Alarm,

    /// <summary>A test stands, goes on or ended.</summary>
    Test,

    /// <summary>The monitor or the connector has a trouble, or it is over.</summary>
    Trouble,

    /// <summary>Somebody tries whether messages come.</summary>
    Trial,
}

/// <summary>How much a notification matters.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<NotificationSeverity>))]
public enum NotificationSeverity
{
    /// <summary>Information only.</summary>
    Info,

    /// <summary>Somebody should look.</summary>
    Warning,

    /// <summary>Somebody must act.</summary>
    Critical,
}
