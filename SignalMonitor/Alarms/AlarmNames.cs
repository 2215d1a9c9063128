namespace SignalMonitor.Alarms;

/// <summary>States, causes and commands as JSON, wire and people spell them.</summary>
internal static class AlarmNames
{
    /// <summary>Name of a state.</summary>
    public static string Get(AlarmState state) => state switch
    {
        AlarmState.Normal => "normal",
        AlarmState.Active => "active",
        AlarmState.Acknowledged => "acknowledged",
        AlarmState.Returned => "returned",
        AlarmState.Latched => "latched",
        AlarmState.Shelved => "shelved",
        _ => "unknown",
    };

    /// <summary>Name of a cause.</summary>
    public static string Get(AlarmCause cause) => cause switch
    {
        AlarmCause.Raised => "raised",
        AlarmCause.Cleared => "cleared",
        AlarmCause.Acknowledged => "acknowledge",
        AlarmCause.Reset => "reset",
        AlarmCause.Shelved => "shelve",
        AlarmCause.Unshelved => "unshelve",
        AlarmCause.ShelfOver => "shelfOver",
        AlarmCause.LimitChanged => "limitChanged",
        AlarmCause.LimitRemoved => "limitRemoved",
        _ => "unknown",
    };

    /// <summary>The command of that name, in any case; unknown when there is none.</summary>
    public static AlarmVerb VerbOf(string? name) => name?.ToUpperInvariant() switch
    {
        "ACKNOWLEDGE" => AlarmVerb.Acknowledge,
        "RESET" => AlarmVerb.Reset,
        "SHELVE" => AlarmVerb.Shelve,
        "UNSHELVE" => AlarmVerb.Unshelve,
        _ => AlarmVerb.Unknown,
    };
}
