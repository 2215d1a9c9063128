namespace SignalMonitor.Notifications;

/// <summary>One way to people. Used by one task at a time.</summary>
internal interface INotificationTarget
{
    /// <summary>Name from the configuration.</summary>
    string Name { get; }

    /// <summary>`email`, `webhook` or `mqtt`, and where: one line.</summary>
    string Description { get; }

    /// <summary>Sends one message and waits until the server has taken it.</summary>
    /// <param name="message">The message.</param>
    /// <param name="stop">Ends the attempt.</param>
    /// <returns>Why it was not taken, in one line; null when it was.</returns>
    Task<string?> Send(Notification message, CancellationToken stop);
}

/// <summary>A target, and which messages go to it.</summary>
/// <param name="Target">The target.</param>
/// <param name="Kinds">Kinds that go to it.</param>
/// <param name="MinSeverity">Least severity.</param>
internal sealed record NotificationRoute(
    INotificationTarget Target, IReadOnlyList<NotificationKind> Kinds, NotificationSeverity MinSeverity)
{
    /// <summary>True when a message goes to this target. One that is for trial goes to all.</summary>
    /// <param name="message">The message.</param>
    /// <param name="settings">What was changed of the target.</param>
    public bool Accepts(Notification message, TargetSettings settings) => message.Kind == NotificationKind.Trial
        || (message.Severity >= (settings.MinSeverity ?? MinSeverity)
            && (settings.Kinds ?? Kinds).Contains(message.Kind));
}
