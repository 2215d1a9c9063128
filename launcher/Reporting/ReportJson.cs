using System.Text.Json.Serialization;

namespace Launcher.Reporting;

/// <summary>Generated JSON of the report, on one line.</summary>
[JsonSerializable(typeof(RunReport))]
public sealed partial class ReportJson : JsonSerializerContext;
