namespace HardwareConnector.Health;

/// <summary>Something that is not as it should be now.</summary>
/// <param name="Cause">What it is of.</param>
/// <param name="Text">One line for people.</param>
internal readonly record struct ConnectorHealthReason(ConnectorHealthCause Cause, string Text);

/// <summary>
/// Causes for which a connector is degraded or stale: values of the tag `cause` of `telemetry_health_reasons`.
/// </summary>
internal enum ConnectorHealthCause
{
    /// <summary>A rig is not connected.</summary>
    Rig,

    /// <summary>What is published does not reach the disk.</summary>
    Journal,

    /// <summary>Assigned numbers are not saved in the state folder.</summary>
    State,

    /// <summary>Keys or the allowed peers need a person.</summary>
    Keys,

    /// <summary>Files or certificates of a controller link need a person.</summary>
    Link,

    /// <summary>Certificate, accounts or tokens of the web server need a person.</summary>
    Web,

    /// <summary>A watched consumer is gone.</summary>
    Consumer,

    /// <summary>A request for a payload format is not done, or a format failed.</summary>
    Format,

    /// <summary>The broker of the bridge cannot be reached, or takes nothing.</summary>
    Bridge,
}
