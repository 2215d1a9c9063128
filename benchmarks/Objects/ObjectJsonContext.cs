using System.Text.Json.Serialization;
using PolyType;

namespace Benchmarks.Objects;

[JsonSerializable(typeof(Stock))]
[JsonSerializable(typeof(Stock[]))]
[JsonSerializable(typeof(Record23))]
internal sealed partial class ObjectJsonContext : JsonSerializerContext;

/// <summary>Shapes that the generator makes, for Nerdbank.MessagePack and CBOR.</summary>
[GenerateShapeFor<Stock>]
[GenerateShapeFor<Stock[]>]
[GenerateShapeFor<Record23>]
internal sealed partial class ObjectShapes;
