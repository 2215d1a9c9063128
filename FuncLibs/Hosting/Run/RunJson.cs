using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.Run;

/// <summary>Generated JSON of the summary files: hosts write what the launcher reads.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(ConnectorSummary))]
[JsonSerializable(typeof(MonitorSummary))]
[JsonSerializable(typeof(SimulatorSummary))]
public sealed partial class RunJson : JsonSerializerContext;
