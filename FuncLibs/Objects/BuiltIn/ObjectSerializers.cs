using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Objects.Cbor;
using FuncLibs.Objects.Graph;
using FuncLibs.Objects.Json;
using FuncLibs.Objects.MessagePack;
using FuncLibs.Objects.Nerdbank;
using FuncLibs.Objects.Protobuf;

namespace FuncLibs.Objects.BuiltIn;

/// <summary>Creates the serializers by their names.</summary>
public static class ObjectSerializers
{
    /// <summary>Creates a serializer. Keep it: what it learns of a type is in it.</summary>
    /// <param name="name">One of <see cref="ObjectFormat.Names"/>.</param>
    /// <param name="types">What is known of types; null = what reflection tells.</param>
    /// <param name="limits">What an object may be; null = <see cref="ObjectLimits.Default"/>.</param>
    /// <returns>Null when there is no serializer of that name.</returns>
    /// <exception cref="ArgumentException">The limits cannot be used, or a generated one has no
    /// <see cref="ObjectTypes.Json"/>.</exception>
    public static IObjectSerializer? Create(string name, ObjectTypes? types = null, ObjectLimits? limits = null)
    {
        types ??= ObjectTypes.ByReflection;
        limits ??= ObjectLimits.Default;
        if (limits.Fault is { } fault)
            throw new ArgumentException(fault, nameof(limits));
        return name switch
        {
            ObjectFormat.MessagePack => new MessagePackObjectSerializer(limits),
            ObjectFormat.Nerdbank => new NerdbankSerializer(name, types.Shapes, keepsReferences: false, limits),
            ObjectFormat.NerdbankReferences =>
                new NerdbankSerializer(name, types.Shapes, keepsReferences: true, limits),
            ObjectFormat.JsonDefault => new SystemTextJsonSerializer(
                name, new JsonSerializerOptions { MaxDepth = limits.MaxDepth }, limits),
            ObjectFormat.JsonTuned => new SystemTextJsonSerializer(
                name,
                new JsonSerializerOptions
                {
                    MaxDepth = limits.MaxDepth,
                    Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
                    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
                },
                limits),
            ObjectFormat.JsonGenerated => new SystemTextJsonSerializer(name, Generated(types, limits), limits),
            ObjectFormat.JsonPooled => new PooledJsonSerializer(name, Generated(types, limits), limits),
            ObjectFormat.Newtonsoft => new NewtonsoftSerializer(limits),
            ObjectFormat.Cbor => new CborObjectSerializer(types.Shapes, limits),
            ObjectFormat.Protobuf => new ProtobufObjectSerializer(limits),
            ObjectFormat.Graph => new GraphSerializer(types.Shapes, keepsReferences: false, limits),
            ObjectFormat.GraphReferences => new GraphSerializer(types.Shapes, keepsReferences: true, limits),
            _ => null,
        };
    }

    /// <summary>Creates the serializer of the graph format, which can read into objects that are there.</summary>
    /// <param name="keepsReferences">True: identity is kept, and texts are written once.</param>
    /// <param name="types">What is known of types; null = what reflection tells.</param>
    /// <param name="limits">What an object may be; null = <see cref="ObjectLimits.Default"/>.</param>
    /// <exception cref="ArgumentException">The limits cannot be used.</exception>
    public static IGraphSerializer CreateGraph(
        bool keepsReferences, ObjectTypes? types = null, ObjectLimits? limits = null) => (IGraphSerializer)Create(
        keepsReferences ? ObjectFormat.GraphReferences : ObjectFormat.Graph, types, limits)!;

    private static JsonSerializerOptions Generated(ObjectTypes types, ObjectLimits limits) => new()
    {
        MaxDepth = limits.MaxDepth,
        TypeInfoResolver = types.Json
            ?? throw new ArgumentException("a generated context is needed: ObjectTypes.Json", nameof(types)),
    };
}
