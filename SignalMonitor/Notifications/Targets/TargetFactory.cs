namespace SignalMonitor.Notifications.Targets;

/// <summary>Makes the targets of the configuration.</summary>
internal static class TargetFactory
{
    /// <summary>All of them: mails, webhooks, brokers.</summary>
    public static IReadOnlyList<NotificationRoute> Create(NotificationOptions options) =>
    [
        .. options.Email.Select(one => Route(new EmailTarget(one), one)),
        .. options.Webhooks.Select(one => Route(new WebhookTarget(one), one)),
        .. options.Mqtt.Select(one => Route(new MqttTarget(one), one)),
    ];

    private static NotificationRoute Route(INotificationTarget target, TargetOptions options) =>
        new(target, options.Kinds, options.MinSeverity);
}
