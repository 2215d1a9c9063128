using System.Text.Json.Serialization;

namespace SignalMonitor.EvaluationLogs;

/// <summary>Generated JSON of the log, one entry a line.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(EvaluationLogEntry))]
internal sealed partial class EvaluationLogJson : JsonSerializerContext;
