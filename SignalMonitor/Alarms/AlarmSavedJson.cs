using System.Text.Json.Serialization;

namespace SignalMonitor.Alarms;

/// <summary>Generated JSON of saved alarms. <see cref="SavedAlarms.TryMake"/> judges what was read.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    IgnoreReadOnlyProperties = true,
    UseStringEnumConverter = true,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(SavedAlarms[]))]
internal sealed partial class AlarmSavedJson : JsonSerializerContext;
