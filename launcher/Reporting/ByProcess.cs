using System.Text.Json.Serialization;

namespace Launcher.Reporting;

/// <summary>One number for each host.</summary>
/// <typeparam name="T">Type of the number.</typeparam>
/// <param name="Connector">Of HardwareConnector.</param>
/// <param name="Monitor">Of SignalMonitor.</param>
public sealed record ByProcess<T>(
    [property: JsonPropertyName("connector")] T Connector, [property: JsonPropertyName("monitor")] T Monitor);
