using SignalMonitor.Notifications;

namespace SignalMonitor.Tests.Notifications;

internal static class Messages
{
    public static Notification Create(int number = 1, long utcNs = 1_767_225_600_000_000_000) => new(
        new Guid(number, 0, 0, new byte[8]),
        utcNs,
        NotificationKind.Alarm,
        NotificationSeverity.Critical,
        "monitor1",
        "main",
        $"alarm {number}",
        "servo1.force upper 100 kN: 103.2 kN");
}
