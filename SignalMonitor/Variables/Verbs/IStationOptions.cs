namespace SignalMonitor.Variables.Verbs;

/// <summary>Options of a verb that works on the definitions of a station.</summary>
internal interface IStationOptions
{
    /// <summary>Site/rig; null = the first of the configuration.</summary>
    string? Station { get; }
}
