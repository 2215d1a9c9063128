namespace SignalMonitor.Audit;

/// <summary>
/// What can stand as the action of an entry; docs/audit.md says when each is noted. Actions on accounts and tokens have
/// their names in FuncLibs.Web.
/// </summary>
internal static class AuditActions
{
    /// <summary>A test run begins.</summary>
    public const string TestRunStart = "testrun.start";

    /// <summary>Something of a test run is changed.</summary>
    public const string TestRunSet = "testrun.set";

    /// <summary>A test run ends.</summary>
    public const string TestRunStop = "testrun.stop";

    /// <summary>Somebody tares a calculated channel.</summary>
    public const string VariablesTare = "variables.tare";

    /// <summary>Somebody resets a calculated channel.</summary>
    public const string VariablesReset = "variables.reset";

    /// <summary>A monitor computes with a tare.</summary>
    public const string VariablesTareApplied = "variables.tare.applied";

    /// <summary>A monitor computes after a reset.</summary>
    public const string VariablesResetApplied = "variables.reset.applied";

    /// <summary>An alarm is acknowledged.</summary>
    public const string AlarmAcknowledge = "alarm.acknowledge";

    /// <summary>A latched alarm is reset.</summary>
    public const string AlarmReset = "alarm.reset";

    /// <summary>An alarm is shelved.</summary>
    public const string AlarmShelve = "alarm.shelve";

    /// <summary>An alarm is shelved no more.</summary>
    public const string AlarmUnshelve = "alarm.unshelve";

    /// <summary>A note is written.</summary>
    public const string NoteAdd = "note.add";

    /// <summary>An export over HTTP is requested.</summary>
    public const string ExportStart = "export.start";

    /// <summary>An export over HTTP is cancelled.</summary>
    public const string ExportCancel = "export.cancel";

    /// <summary>A recording is marked: retention does not remove it.</summary>
    public const string RecordingKeep = "recording.keep";

    /// <summary>The mark is taken back.</summary>
    public const string RecordingRelease = "recording.release";

    /// <summary>Torn ends of a recording are cut.</summary>
    public const string RecordingRepair = "recording.repair";

    /// <summary>Retention removes a recording.</summary>
    public const string RecordingRemove = "recording.remove";

    /// <summary>Somebody changes what goes to a target of notifications, or pauses it.</summary>
    public const string NotificationsSet = "notifications.set";

    /// <summary>A target of notifications is as configured again.</summary>
    public const string NotificationsReset = "notifications.reset";

    /// <summary>Somebody sends a test message to a target of notifications.</summary>
    public const string NotificationsTest = "notifications.test";

    /// <summary>A peer may connect to what the monitor publishes.</summary>
    public const string KeysAllow = "keys.allow";

    /// <summary>A peer may connect no more.</summary>
    public const string KeysRevoke = "keys.revoke";

    /// <summary>An entry that was not finished was cut from the log.</summary>
    public const string AuditRepair = "audit.repair";

    /// <summary>Entries at the end of the log had been removed.</summary>
    public const string AuditMissing = "audit.missing";

    /// <summary>The file of the log had been replaced or changed.</summary>
    public const string AuditDamaged = "audit.damaged";

    /// <summary>A row of definitions is added.</summary>
    /// <param name="rows">Name of the table in the plural: <c>variables</c>.</param>
    public static string Add(string rows) => $"{rows}.add";

    /// <summary>A row of definitions is changed.</summary>
    /// <param name="rows">Name of the table in the plural.</param>
    public static string Set(string rows) => $"{rows}.set";

    /// <summary>A row of definitions is removed.</summary>
    /// <param name="rows">Name of the table in the plural.</param>
    public static string Remove(string rows) => $"{rows}.remove";

    /// <summary>The target of actions on a test run and its recording.</summary>
    /// <param name="station">Site/rig.</param>
    /// <param name="run">Name of the run.</param>
    public static string TestRunTarget(string station, string run) => $"{station} test run {run}";
}
