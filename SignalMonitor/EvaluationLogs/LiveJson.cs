using System.Text.Json.Serialization;

namespace SignalMonitor.EvaluationLogs;

/// <summary>Generated JSON of the book, one entry a line.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(LiveEntry))]
internal sealed partial class LiveJson : JsonSerializerContext;
