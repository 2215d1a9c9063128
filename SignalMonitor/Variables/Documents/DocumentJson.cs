using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Signals.Limits;

namespace SignalMonitor.Variables.Documents;

/// <summary>Generated JSON of documents. A member that is not known is refused: a mistyped one would be left out unseen.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    Converters = [typeof(WordConverter<LimitKind>), typeof(WordConverter<LimitSeverity>)])]
[JsonSerializable(typeof(VariablesDocument))]
internal sealed partial class DocumentJson : JsonSerializerContext;
