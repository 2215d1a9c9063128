using System.Text.Json.Serialization;

namespace SignalMonitor.Streams;

/// <summary>Generated JSON of the saved streams. <see cref="SavedStream.Fault"/> judges what was read.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    IgnoreReadOnlyProperties = true,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(SavedStream[]))]
internal sealed partial class SavedJson : JsonSerializerContext;
