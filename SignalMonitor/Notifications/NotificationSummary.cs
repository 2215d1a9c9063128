using System.Globalization;

namespace SignalMonitor.Notifications;

/// <summary>Makes one message of many.</summary>
internal static class NotificationSummary
{
    private const int MostShown = 20;

    /// <summary>The messages as one: the worst severity, and a line of each as far as there is room.</summary>
    /// <param name="messages">Two or more, the oldest first.</param>
    public static Notification Of(IReadOnlyList<Notification> messages)
    {
        Notification last = messages[^1];
        string rest = messages.Count > MostShown
            ? string.Create(CultureInfo.InvariantCulture, $"\n... and {messages.Count - MostShown} more") : "";
        return last with
        {
            Kind = messages.All(message => message.Kind == last.Kind) ? last.Kind : NotificationKind.Trouble,
            Severity = messages.Max(message => message.Severity),
            Stream = messages.All(message => message.Stream == last.Stream) ? last.Stream : "",
            Title = string.Create(CultureInfo.InvariantCulture, $"{messages.Count} more in the last minute"),
            Text = string.Join('\n', messages.Take(MostShown).Select(message => $"{message.Title}: {message.Text}")) + rest,
            Count = messages.Count,
        };
    }
}
