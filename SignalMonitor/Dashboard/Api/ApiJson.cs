using System.Text.Json.Serialization;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Generated JSON of bodies. A member that is not known is refused: a mistyped one would be left out unseen.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(ExpressionQuestion))]
[JsonSerializable(typeof(NoteQuestion))]
internal sealed partial class ApiJson : JsonSerializerContext;
