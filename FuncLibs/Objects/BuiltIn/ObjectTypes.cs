using System.Text.Json.Serialization.Metadata;
using PolyType;
using PolyType.ReflectionProvider;

namespace FuncLibs.Objects.BuiltIn;

/// <summary>What is known of types from source generators.</summary>
public sealed record ObjectTypes
{
    /// <summary>Nothing: reflection tells.</summary>
    public static ObjectTypes ByReflection { get; } = new();

    /// <summary>Generated contexts of System.Text.Json; null none.</summary>
    public IJsonTypeInfoResolver? Json { get; init; }

    /// <summary>Shapes of PolyType, for Nerdbank.MessagePack, CBOR and the graph formats.</summary>
    public ITypeShapeProvider Shapes { get; init; } = ReflectionTypeShapeProvider.Default;
}
