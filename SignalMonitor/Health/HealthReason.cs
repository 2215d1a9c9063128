namespace SignalMonitor.Health;

/// <summary>Something that is not as it should be now.</summary>
/// <param name="Cause">What it is of.</param>
/// <param name="Text">One line for people.</param>
internal readonly record struct HealthReason(HealthCause Cause, string Text);

/// <summary>Causes for which a monitor is degraded: values of the tag `cause` of `telemetry_health_reasons`.</summary>
internal enum HealthCause
{
    /// <summary>Blocks are missing and waited for.</summary>
    Missing,

    /// <summary>An account does not close.</summary>
    Account,

    /// <summary>A queue at a broker is not read.</summary>
    Broker,

    /// <summary>Two connectors publish under one identity.</summary>
    Conflict,

    /// <summary>Values come late: the network or a machine is too slow.</summary>
    Late,

    /// <summary>The clocks of two machines differ.</summary>
    Clock,

    /// <summary>Limits are not watched.</summary>
    Limits,

    /// <summary>Break triggers are not watched.</summary>
    Breaks,

    /// <summary>Samples around breaks are not written.</summary>
    Captures,

    /// <summary>The database cannot be read: definitions may be old.</summary>
    Database,

    /// <summary>Rows of the database are left out.</summary>
    BrokenRows,

    /// <summary>The position is not saved.</summary>
    Position,

    /// <summary>A part of the position is not saved.</summary>
    PositionPart,

    /// <summary>The open test run is not recorded.</summary>
    Recorder,

    /// <summary>The open recording lacks blocks.</summary>
    Recording,

    /// <summary>The pyramid of a recording is not written.</summary>
    Pyramid,

    /// <summary>Recordings exceed what is to be kept.</summary>
    Retention,

    /// <summary>Finished recordings are not archived.</summary>
    Archive,

    /// <summary>The disk of the state folder is nearly full.</summary>
    Disk,

    /// <summary>The audit log cannot be written.</summary>
    Audit,

    /// <summary>Notifications do not arrive.</summary>
    Notifications,

    /// <summary>A watched monitor is gone.</summary>
    OtherMonitor,

    /// <summary>Certificate, accounts or tokens of the web server need a person.</summary>
    Web,

    /// <summary>
    /// A port of the monitor needs a person: a key file that cannot be used, nobody is allowed, or all connections are
    /// taken.
    /// </summary>
    Keys,

    /// <summary>A connector publishes another site/rig than its connection is configured for.</summary>
    Station,
}
