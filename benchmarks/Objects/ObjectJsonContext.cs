using System.Text.Json.Serialization;
using PolyType;

namespace Benchmarks.Objects;

[JsonSerializable(typeof(Stock))]
[JsonSerializable(typeof(Stock[]))]
[JsonSerializable(typeof(Record23))]
[JsonSerializable(typeof(Record23[]))]
[JsonSerializable(typeof(Employee))]
[JsonSerializable(typeof(Employee[]))]
internal sealed partial class ObjectJsonContext : JsonSerializerContext;

/// <summary>Shapes that the generator makes, for Nerdbank.MessagePack and CBOR.</summary>
[GenerateShapeFor<Stock>]
[GenerateShapeFor<Stock[]>]
[GenerateShapeFor<Record23>]
[GenerateShapeFor<Record23[]>]
[GenerateShapeFor<KeyedRecord>]
[GenerateShapeFor<KeyedRecord[]>]
internal sealed partial class ObjectShapes;
