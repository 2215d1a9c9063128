using FuncLibs.Messaging.Delivery;
using Microsoft.Extensions.Logging;

namespace SignalMonitor.Logging;

/// <summary>All log events of this host. Ids 3000-3999; never a line per block.</summary>
internal static partial class MonitorLog
{
    // Connections, streams and rigs.

    [LoggerMessage(3230, LogLevel.Information, "the transport is NetMQ, on this machine only. {Reason}")]
    public static partial void WithoutLibzmq(ILogger logger, string reason);

    [LoggerMessage(3001, LogLevel.Information, "connector {Connector} is {State}")]
    public static partial void StaleChanged(ILogger logger, string connector, StaleState state);

    [LoggerMessage(
        3002,
        LogLevel.Warning,
        "stream {Stream}: {Count} blocks declared lost in the last second, the last of epoch {Epoch}: {From} to {To} "
            + "({Reason})")]
    public static partial void DeclaredLost(
        ILogger logger, string stream, long count, ulong epoch, ulong from, ulong to, LossReason reason);

    [LoggerMessage(3320, LogLevel.Warning, "{Connection} is not read: {Fault}")]
    public static partial void QueueNotRead(ILogger logger, string connection, string fault);

    [LoggerMessage(3321, LogLevel.Information, "{Connection} is read")]
    public static partial void QueueRead(ILogger logger, string connection);

    [LoggerMessage(3322, LogLevel.Warning, "{Connection}: {Notice}")]
    public static partial void QueueNotice(ILogger logger, string connection, string notice);

    [LoggerMessage(
        3323,
        LogLevel.Warning,
        "{Connection}: {Count} messages were skipped so far that no bridge wrote, by cause: {Causes}")]
    public static partial void QueueForeign(ILogger logger, string connection, long count, string causes);

    [LoggerMessage(
        3003,
        LogLevel.Error,
        "two connectors publish as one at {Connector}: their state folders are copies; stop one and give it an empty "
            + "State:Folder")]
    public static partial void Conflict(ILogger logger, string connector);

    [LoggerMessage(
        3004, LogLevel.Warning, "stream {Stream}: {Count} payloads so far could not be used, the last: {Reason}")]
    public static partial void Undecodable(ILogger logger, string stream, long count, string reason);

    [LoggerMessage(
        3050,
        LogLevel.Warning,
        "stream {Stream} of {Connector} is a REPLAY: its source plays a recording, none of its values is current")]
    public static partial void Replays(ILogger logger, string stream, string connector);

    [LoggerMessage(3051, LogLevel.Warning, "stream {Stream} of {Connector} is live; the replay is over")]
    public static partial void ReplaysNoMore(ILogger logger, string stream, string connector);

    [LoggerMessage(3055, LogLevel.Information, "stream {Stream} of {Connector} is {State}")]
    public static partial void StreamStaleChanged(ILogger logger, string stream, string connector, StaleState state);

    [LoggerMessage(3056, LogLevel.Information, "rig of stream {Stream}: {Name} {Channel} at sample {Sample}: {Text}")]
    public static partial void RigEvent(
        ILogger logger, string stream, string name, string channel, long sample, string text);

    [LoggerMessage(3057, LogLevel.Warning, "rig of stream {Stream}: {Name} {Channel} at sample {Sample}: {Text}")]
    public static partial void RigWarns(
        ILogger logger, string stream, string name, string channel, long sample, string text);

    [LoggerMessage(3058, LogLevel.Warning, "{Count} events of rigs of {Connector} so far did not arrive")]
    public static partial void RigEventsMissed(ILogger logger, string connector, long count);

    [LoggerMessage(
        3140,
        LogLevel.Error,
        "stream {Stream}: the connector at {Connector} has no epoch {Epoch}, as after an older backup; "
            + "what was published after {Last} is lost, in unknown number")]
    public static partial void EndUnknown(ILogger logger, string stream, ulong epoch, ulong last, string connector);

    // Clocks.

    [LoggerMessage(
        3021,
        LogLevel.Warning,
        "the clock of this machine was stepped by {Seconds:+0.000000;-0.000000} s; the clock offset of {Connector} is "
            + "measured again")]
    public static partial void OwnClockStepped(ILogger logger, string connector, double seconds);

    [LoggerMessage(
        3022,
        LogLevel.Warning,
        "the clock of connector {Connector} was stepped by {Seconds:+0.000000;-0.000000} s, as it reports")]
    public static partial void ConnectorClockStepped(ILogger logger, string connector, double seconds);

    [LoggerMessage(
        3023, LogLevel.Warning, "the clock of connector {Connector} or of this machine jumped unreported: {Jumps} "
            + "times so far")]
    public static partial void ClockJumped(ILogger logger, string connector, long jumps);

    // The saved position, and the certificate.

    [LoggerMessage(3010, LogLevel.Information, "{Count} streams continue from the position saved in {File}")]
    public static partial void PositionResumed(ILogger logger, int count, string file);

    [LoggerMessage(
        3011, LogLevel.Warning, "{Damage}; streams start over at their newest block, and so do their accounts")]
    public static partial void PositionDamaged(ILogger logger, string damage);

    [LoggerMessage(
        3012,
        LogLevel.Warning,
        "the position is NOT SAVED: {Fault}; after a restart this monitor continues from the last saved one")]
    public static partial void PositionNotSaved(ILogger logger, string fault);

    [LoggerMessage(3013, LogLevel.Information, "the position is saved again")]
    public static partial void PositionSavedAgain(ILogger logger);

    [LoggerMessage(3192, LogLevel.Error, "not saved with the position, so its state is reset by a restart: {What}")]
    public static partial void VariablesNotSaved(ILogger logger, string what);

    [LoggerMessage(
        3005,
        LogLevel.Error,
        "the certificate {Path} cannot be written ({Reason}); writing is retried; free space, or give the right to "
            + "write")]
    public static partial void CertificateNotWritten(ILogger logger, string path, string reason);

    // Definitions, calculated channels and limits.

    [LoggerMessage(
        3030,
        LogLevel.Information,
        "stream {Stream}: revision {Revision} of the variables computes from sequence {Sequence} of epoch {Epoch} on: "
            + "{Changed}")]
    public static partial void VariablesSwitched(
        ILogger logger, string stream, long revision, ulong sequence, ulong epoch, string changed);

    [LoggerMessage(3031, LogLevel.Warning, "stream {Stream}: variable {Variable}: {Fault}")]
    public static partial void VariableRefused(ILogger logger, string stream, string variable, string fault);

    [LoggerMessage(3032, LogLevel.Warning, "stream {Stream}: {Fault}")]
    public static partial void LimitNotWatched(ILogger logger, string stream, string fault);

    [LoggerMessage(
        3190,
        LogLevel.Warning,
        "stream {Stream}: the state of these variables starts over at sequence {Sequence} of epoch {Epoch}: "
            + "{Variables} ({Cause})")]
    public static partial void VariablesRestarted(
        ILogger logger, string stream, ulong sequence, ulong epoch, string variables, string cause);

    [LoggerMessage(
        3191,
        LogLevel.Warning,
        "stream {Stream}: these variables continue with the state that 0.1.0 saved, which has no test run in which "
            + "it began: {Variables}; their results may include samples before the newest run")]
    public static partial void VariablesOfUnknownRun(ILogger logger, string stream, string variables);

    [LoggerMessage(
        3193,
        LogLevel.Warning,
        "stream {Stream}: of {Variables} variables, derived frames have the values of {Values} and the qualities of "
            + "{Qualities}: a block has no room for more")]
    public static partial void VariablesNotPublished(
        ILogger logger, string stream, int variables, int values, int qualities);

    [LoggerMessage(
        3036,
        LogLevel.Warning,
        "the descriptions of streams cannot be saved ({Reason}); the verbs signals and testrun then check formulas by "
            + "older ones")]
    public static partial void StreamsNotSaved(ILogger logger, string reason);

    [LoggerMessage(
        3037,
        LogLevel.Warning,
        "{Reason}; revision {Revision} of the variables and limits stays in force until it can be read again")]
    public static partial void DatabaseLost(ILogger logger, string reason, long revision);

    [LoggerMessage(3038, LogLevel.Information, "the database of variables can be read again")]
    public static partial void DatabaseBack(ILogger logger);

    [LoggerMessage(3039, LogLevel.Warning, "{Row}; the row is left out, everything else is in force")]
    public static partial void BrokenRow(ILogger logger, string row);

    [LoggerMessage(
        3045,
        LogLevel.Warning,
        "the log of definitions and gaps cannot be written ({Reason}); eval --as-live has nothing of this run")]
    public static partial void EvaluationLogNotWritten(ILogger logger, string reason);

    // Alarms.

    [LoggerMessage(3033, LogLevel.Warning, "stream {Stream}: alarm {Event}, at sample {Sample}")]
    public static partial void AlarmActive(ILogger logger, string stream, string @event, long sample);

    [LoggerMessage(3034, LogLevel.Information, "stream {Stream}: alarm {Event}, at sample {Sample}")]
    public static partial void AlarmOver(ILogger logger, string stream, string @event, long sample);

    [LoggerMessage(
        3035,
        LogLevel.Error,
        "stream {Stream}: {Count} alarm events were lost, because their queue was full; the states are correct, see "
            + "/alarms")]
    public static partial void AlarmEventsLost(ILogger logger, string stream, long count);

    // Breaks and captures.

    [LoggerMessage(3060, LogLevel.Warning, "stream {Stream}: break {Event}, at sample {Sample}")]
    public static partial void BreakFound(ILogger logger, string stream, string @event, long sample);

    [LoggerMessage(3061, LogLevel.Warning, "break trigger {Name} is NOT WATCHED: {Fault}")]
    public static partial void BreakNotWatched(ILogger logger, string name, string fault);

    [LoggerMessage(
        3062,
        LogLevel.Information,
        "break trigger {Name} watches {Channel} of stream {Stream} and keeps {Columns} columns, {Bytes} bytes")]
    public static partial void BreakWatched(
        ILogger logger, string name, string channel, string stream, int columns, long bytes);

    [LoggerMessage(
        3063, LogLevel.Information, "the samples around a break are in {File}: {Points} points of {Columns} columns")]
    public static partial void CaptureWritten(ILogger logger, string file, int points, int columns);

    [LoggerMessage(
        3064,
        LogLevel.Error,
        "the samples around a break are NOT WRITTEN ({File}): {Fault}; they wait in memory, and writing is retried")]
    public static partial void CaptureNotWritten(ILogger logger, string file, string fault);

    [LoggerMessage(
        3065, LogLevel.Error, "stream {Stream}: {Count} breaks were not reported, because their queue was full")]
    public static partial void BreakEventsLost(ILogger logger, string stream, long count);

    // Recordings.

    [LoggerMessage(3070, LogLevel.Information, "test run {Run} is recorded{Again} in {Folder}")]
    public static partial void RecordingBegun(ILogger logger, string run, string folder, string again);

    [LoggerMessage(3071, LogLevel.Information, "the recording of test run {Run} is closed: {Status}")]
    public static partial void RecordingEnded(ILogger logger, string run, string status);

    [LoggerMessage(
        3072,
        LogLevel.Error,
        "test run {Run} is NOT RECORDED: {Reason}; live values continue, and recording is retried")]
    public static partial void RecordingFails(ILogger logger, string run, string reason);

    [LoggerMessage(3073, LogLevel.Information, "test run {Run} is recorded again")]
    public static partial void RecordingGoesOn(ILogger logger, string run);

    [LoggerMessage(
        3074,
        LogLevel.Warning,
        "the recording of test run {Run} was repaired: {Torn} torn ends cut, {Damaged} damaged ranges{Unrepaired}; "
            + "recording verify lists them")]
    public static partial void RecordingRepaired(ILogger logger, string run, int torn, int damaged, string unrepaired);

    [LoggerMessage(
        3075,
        LogLevel.Error,
        "{Count} blocks are missing in the recording of test run {Run}; the journal of the connector may have them")]
    public static partial void RecordingLosesBlocks(ILogger logger, long count, string run);

    [LoggerMessage(
        3076,
        LogLevel.Information,
        "the recording of test run {Run} in {Folder}, {Bytes} bytes, is removed: {Reason}")]
    public static partial void RecordingRemoved(ILogger logger, string run, string folder, long bytes, string reason);

    [LoggerMessage(3085, LogLevel.Warning, "the recording of test run {Run}: {Note}")]
    public static partial void RecorderNote(ILogger logger, string run, string note);

    [LoggerMessage(3077, LogLevel.Warning, "recordings exceed their limits: {Fault}")]
    public static partial void RetentionFails(ILogger logger, string fault);

    [LoggerMessage(3095, LogLevel.Warning, "{Line}")]
    public static partial void PyramidNote(ILogger logger, string line);

    // The archive.

    [LoggerMessage(3250, LogLevel.Information, "the recording of test run {Run} {Text} of the archive, {Bytes} bytes")]
    public static partial void RecordingArchived(ILogger logger, string run, string text, long bytes);

    [LoggerMessage(
        3251, LogLevel.Error, "recordings are NOT ARCHIVED: {Reason}; it is tried again, and retention keeps them")]
    public static partial void ArchiveFails(ILogger logger, string reason);

    [LoggerMessage(3252, LogLevel.Information, "recordings are archived again")]
    public static partial void ArchiveWorks(ILogger logger);

    // The audit log.

    [LoggerMessage(3240, LogLevel.Error, "an action is NOT IN THE AUDIT LOG: {Reason}")]
    public static partial void ActionNotNoted(ILogger logger, string reason);

    [LoggerMessage(
        3241, LogLevel.Information, "stream {Stream}, from sequence {Sequence} of epoch {Epoch}: {Text}, by {By}")]
    public static partial void VariableAdjusted(
        ILogger logger, string stream, ulong sequence, ulong epoch, string text, string by);

    // Notifications, and other monitors.

    [LoggerMessage(3300, LogLevel.Error, "notifications to {Target} FAIL: {Reason}; {Held} wait and are tried again")]
    public static partial void NotificationFails(ILogger logger, string target, string reason, int held);

    [LoggerMessage(3301, LogLevel.Information, "notifications to {Target} are sent again, after {Failures} failures")]
    public static partial void NotificationsSentAgain(ILogger logger, string target, int failures);

    [LoggerMessage(
        3302,
        LogLevel.Error,
        "{Count} notifications to {Target} are dropped by now: too many waited, or they waited too long")]
    public static partial void NotificationsDropped(ILogger logger, string target, long count);

    [LoggerMessage(
        3303, LogLevel.Error, "notifications that wait are not kept for a restart: {File} cannot be written: {Reason}")]
    public static partial void NotificationsNotKept(ILogger logger, string file, string reason);

    [LoggerMessage(
        3304, LogLevel.Error, "notifications that waited before the restart are lost: {File} cannot be read: {Reason}")]
    public static partial void NotificationsLost(ILogger logger, string file, string reason);

    [LoggerMessage(3305, LogLevel.Error, "the watched monitor {Name} at {Url} is GONE: {Reason}")]
    public static partial void OtherMonitorGone(ILogger logger, string name, string url, string reason);

    [LoggerMessage(3306, LogLevel.Information, "the watched monitor {Name} answers again")]
    public static partial void OtherMonitorBack(ILogger logger, string name);

    [LoggerMessage(
        3309,
        LogLevel.Error,
        "targets of notifications are as configured, what was changed is lost: {File} cannot be read: {Reason}")]
    public static partial void NotificationSettingsLost(ILogger logger, string file, string reason);

    [LoggerMessage(3310, LogLevel.Information, "notifications to {Target} were changed or paused by {By}")]
    public static partial void NotificationsChanged(ILogger logger, string target, string by);

    [LoggerMessage(3311, LogLevel.Warning, "{Count} notifications to {Target} were not sent: it was paused")]
    public static partial void NotificationsWerePaused(ILogger logger, long count, string target);

    [LoggerMessage(3307, LogLevel.Warning, "health: {Text}")]
    public static partial void TroubleBegan(ILogger logger, string text);

    [LoggerMessage(3308, LogLevel.Information, "health: over: {Text}")]
    public static partial void TroubleOver(ILogger logger, string text);

    // Stations that several monitors share.

    [LoggerMessage(3330, LogLevel.Information, "station {Station} is taken, generation {Generation}, state {State}")]
    public static partial void StationTaken(ILogger logger, string station, long generation, string state);

    [LoggerMessage(3331, LogLevel.Information, "station {Station} is computed here; its page is {Page}")]
    public static partial void StationComputed(ILogger logger, string station, string page);

    [LoggerMessage(3332, LogLevel.Information, "station {Station} is given back: {Reason}")]
    public static partial void StationGiven(ILogger logger, string station, string reason);

    [LoggerMessage(3333, LogLevel.Warning, "station {Station}: {Fault}")]
    public static partial void NotShared(ILogger logger, string station, string fault);

    [LoggerMessage(3334, LogLevel.Error, "station {Station}: unexpected error")]
    public static partial void SharedUnexpectedly(ILogger logger, Exception exception, string station);

    [LoggerMessage(
        3335, LogLevel.Warning, "station {Station}: its process {Process} does not end; the system keeps it in a call")]
    public static partial void ProcessStays(ILogger logger, string station, int process);

    [LoggerMessage(
        3336,
        LogLevel.Warning,
        "pages of stations are at {Url}, for this machine alone: set Http:Url to an address that others reach")]
    public static partial void PagesOnLoopback(ILogger logger, string url);

    [LoggerMessage(3337, LogLevel.Warning, "Sharing:Folder {Fault}; see docs/many-rigs.md")]
    public static partial void SharedMountIsUnsafe(ILogger logger, string fault);
}
