using System.Collections.Frozen;
using SignalMonitor.Health;
using SignalMonitor.Notifications;

namespace SignalMonitor.Reporting;

/// <summary>How notifications tell each cause of a degraded monitor.</summary>
internal static class TroubleTexts
{
    private static readonly FrozenDictionary<HealthCause, (NotificationSeverity Severity, string Title)> All =
        new Dictionary<HealthCause, (NotificationSeverity, string)>
        {
            [HealthCause.Missing] = (NotificationSeverity.Warning, "blocks are missing"),
            [HealthCause.Account] = (NotificationSeverity.Critical, "an account does not close"),
            [HealthCause.Broker] = (NotificationSeverity.Warning, "the queue of a rig is not read"),
            [HealthCause.Conflict] = (NotificationSeverity.Warning, "two connectors of one identity"),
            [HealthCause.Late] = (NotificationSeverity.Warning, "values come late"),
            [HealthCause.Clock] = (NotificationSeverity.Warning, "clocks differ"),
            [HealthCause.Limits] = (NotificationSeverity.Critical, "limits are not watched"),
            [HealthCause.Breaks] = (NotificationSeverity.Warning, "break triggers are not watched"),
            [HealthCause.Captures] = (NotificationSeverity.Warning, "samples around breaks are not written"),
            [HealthCause.Database] = (NotificationSeverity.Warning, "the database cannot be read"),
            [HealthCause.Station] = (NotificationSeverity.Critical, "a connector is not the rig of its station"),
            [HealthCause.BrokenRows] = (NotificationSeverity.Warning, "rows of the database are left out"),
            [HealthCause.Position] = (NotificationSeverity.Warning, "the position is not saved"),
            [HealthCause.PositionPart] = (NotificationSeverity.Warning, "a part of the position is not saved"),
            [HealthCause.Recorder] = (NotificationSeverity.Critical, "the test run is not recorded"),
            [HealthCause.Recording] = (NotificationSeverity.Warning, "the recording lacks blocks"),
            [HealthCause.Pyramid] = (NotificationSeverity.Warning, "the pyramid of the recording is not written"),
            [HealthCause.Retention] = (NotificationSeverity.Warning, "recordings exceed their limits"),
            [HealthCause.Archive] = (NotificationSeverity.Warning, "recordings are not archived"),
            [HealthCause.Disk] = (NotificationSeverity.Warning, "the disk is nearly full"),
            [HealthCause.Audit] = (NotificationSeverity.Warning, "the audit log is not written"),
            [HealthCause.Notifications] = (NotificationSeverity.Warning, "notifications fail"),
            [HealthCause.OtherMonitor] = (NotificationSeverity.Critical, "a watched monitor is gone"),
            [HealthCause.Web] = (NotificationSeverity.Warning, "the web server needs a person"),
            [HealthCause.Keys] = (NotificationSeverity.Warning, "keys or connections need a person"),
        }.ToFrozenDictionary();

    /// <summary>How much a cause matters.</summary>
    public static NotificationSeverity SeverityOf(HealthCause cause) => All[cause].Severity;

    /// <summary>What a message about it is called.</summary>
    public static string TitleOf(HealthCause cause) => All[cause].Title;
}
