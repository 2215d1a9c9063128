using System.Text.Json.Serialization;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Source-generated reader of the bodies of requests. A member that is not known is refused: a mistyped one would be
/// ignored without notice.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(ExpressionQuestion))]
[JsonSerializable(typeof(NoteQuestion))]
internal sealed partial class ApiJson : JsonSerializerContext;
