using System.Text.Json.Serialization;

namespace HardwareConnector.Journaling;

/// <summary>Generated JSON of the verb `journal`.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(VerifyDocument))]
[JsonSerializable(typeof(InfoDocument))]
[JsonSerializable(typeof(RecordDocument))]
[JsonSerializable(typeof(RangeDocument))]
internal sealed partial class JournalJson : JsonSerializerContext;
