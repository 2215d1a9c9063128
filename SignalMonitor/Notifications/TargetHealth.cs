namespace SignalMonitor.Notifications;

/// <summary>
/// A target in /health and in the dashboard: `queued` = `sent` + `dropped` + `held`; what came in a pause is
/// `suppressed`, and was not queued.
/// </summary>
internal record TargetHealth(
    string Name,
    string Target,
    long Queued,
    long Sent,
    long Dropped,
    int Held,
    long Messages,
    long Failures,
    string? Fault,
    long? LastSentNs,
    string? LastTitle,
    long Suppressed,
    long? PausedUntilNs)
{
    public static TargetHealth Create(TargetStatus status) => new(
        status.Name,
        status.Description,
        status.Counts.Queued,
        status.Counts.Sent,
        status.Counts.Dropped,
        status.Counts.Held,
        status.Messages,
        status.Failures,
        status.Fault,
        status.LastSentNs == 0 ? null : status.LastSentNs,
        status.LastSentNs == 0 ? null : status.LastTitle,
        status.Suppressed,
        status.Settings.PausedUntilNs == 0 ? null : status.Settings.PausedUntilNs);
}
