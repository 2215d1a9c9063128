using SignalMonitor.Recorder;
using SignalMonitor.Variables;

namespace SignalMonitor.Health;

/// <summary>The state of a station at one moment.</summary>
/// <param name="Station">Site/rig.</param>
/// <param name="Variables">Its definitions.</param>
/// <param name="Recorder">What is recorded of it; null without a recorder.</param>
/// <param name="Retention">What was removed of its old recordings; null without limits.</param>
/// <param name="IsOneOfMany">True when others are followed beside it.</param>
internal sealed record StationHealth(
    string Station,
    VariableWatchStatus Variables,
    RecorderStatus? Recorder,
    RetentionStatus? Retention,
    bool IsOneOfMany)
{
    /// <summary>Before what is said of it; empty where it is the only one.</summary>
    public string Prefix => IsOneOfMany ? $"station {Station}: " : "";
}

/// <summary>The answer of /health about a station.</summary>
internal sealed record ListedStation(
    string Station, DefinitionsHealth Variables, TestRunHealth? Recording, RetentionHealth? Retention)
{
    public static ListedStation Create(StationHealth station) => new(
        station.Station,
        DefinitionsHealth.Create(station.Variables),
        TestRunHealth.Create(station.Recorder),
        RetentionHealth.Create(station.Retention));
}
