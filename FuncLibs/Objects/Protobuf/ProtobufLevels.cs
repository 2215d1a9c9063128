using System.Collections.Concurrent;
using System.Reflection;
using ProtoBuf;
using ProtoBuf.Meta;

namespace FuncLibs.Objects.Protobuf;

/// <summary>Which fields of a type are messages themselves, as protobuf-net has it. Any thread.</summary>
/// <param name="model">What the library knows of types.</param>
internal sealed class ProtobufLevels(RuntimeTypeModel model)
{
    private readonly ConcurrentDictionary<Type, ProtobufLevel> _roots = new();
    private readonly ConcurrentDictionary<Type, ProtobufLevel?> _known = new();

    /// <summary>The fields of an object that is read by itself. One that is a collection has its elements in field
    /// 1.</summary>
    public ProtobufLevel Root(Type type) => _roots.GetOrAdd(type, FindRoot);

    private ProtobufLevel FindRoot(Type type)
    {
        Type element = type.GetCustomAttribute<ProtoContractAttribute>() is { IgnoreListHandling: true }
            ? type : ElementOf(type);
        return element != type ? Fields([element])
            : MessageOf(type) ?? ProtobufLevel.Scalars;
    }

    // Null for what has neither texts nor bytes in it, is one itself, or is known to nobody.
    private ProtobufLevel? MessageOf(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (_known.TryGetValue(type, out ProtobufLevel? known))
            return known;
        return _known.GetOrAdd(type, Find(type));
    }

    private ProtobufLevel? Find(Type type)
    {
        if (type == typeof(DateTimeOffset))
            return MessageOf(typeof(ProtobufTime));
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>))
            return Fields(type.GetGenericArguments());
        ProtoContractAttribute? contract = type.GetCustomAttribute<ProtoContractAttribute>();
        if (contract?.Surrogate is { } surrogate)
            return MessageOf(surrogate);

        // What a serializer of the type's own reads is its own matter.
        if (type.IsEnum || contract?.Serializer is not null || !model.CanSerializeContractType(type))
            return null;

        // An object of a derived type begins with the fields of its base.
        MetaType known = model[type];
        while (known.BaseType is { } parent)
            known = parent;
        return Message(known);
    }

    // Of these types, from field 1 on.
    private ProtobufLevel Fields(Type[] types) => new(
        types.Index().ToDictionary(one => one.Index + 1, one => new Lazy<ProtobufLevel?>(() => MessageOf(one.Item))));

    private ProtobufLevel Message(MetaType type)
    {
        Dictionary<int, Lazy<ProtobufLevel?>> fields = [];
        foreach (ValueMember member in type.GetFields())
            fields[member.FieldNumber] = new(() => MessageOf(ElementOf(member)));
        foreach (SubType derived in type.GetSubtypes())
            fields[derived.FieldNumber] = new(() => Message(derived.DerivedType));
        return new ProtobufLevel(fields);
    }

    private static Type ElementOf(ValueMember member) =>
        member.ItemType ?? (member.IsMap ? ElementOf(member.MemberType) : member.MemberType);

    private static Type ElementOf(Type type) => type == typeof(string) || type == typeof(byte[]) ? type
        : type.GetInterfaces().Append(type)
            .Where(one => one.IsGenericType && one.GetGenericTypeDefinition() == typeof(IEnumerable<>))
            .Select(one => one.GetGenericArguments()[0])
            .FirstOrDefault(type);
}

/// <summary>The fields of one message.</summary>
/// <param name="fields">Those that are messages themselves, found when they are met: types refer to each other.</param>
internal sealed class ProtobufLevel(IReadOnlyDictionary<int, Lazy<ProtobufLevel?>> fields)
{
    /// <summary>A message none of whose fields is a message.</summary>
    public static ProtobufLevel Scalars { get; } = new(new Dictionary<int, Lazy<ProtobufLevel?>>());

    /// <summary>The fields of the message in a field; null when it is none, or is not known.</summary>
    public ProtobufLevel? this[int field] => fields.GetValueOrDefault(field)?.Value;
}
