using System.Text.Json.Serialization;

namespace Simulator.Presets.Reading;

/// <summary>Generated JSON of presets: the names and types of the keys, and what makes the records.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    IgnoreReadOnlyProperties = true,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(RigPreset))]
internal sealed partial class PresetJson : JsonSerializerContext;
