using System.Buffers;
using Nerdbank.MessagePack;
using PolyType;

namespace FuncLibs.Objects.Nerdbank;

/// <summary>
/// Nerdbank.MessagePack: types by their shapes, from a source generator or by reflection. With references, an object
/// that is met twice is written once, and cycles keep their identity.
/// </summary>
internal sealed class NerdbankSerializer : LibrarySerializer
{
    // Of a type that cannot be converted, and of the next attempt with it.
    private const string GraphText = "preparing the converter graph";
    private const string AgainText = "has a delayed value that has not been completed";

    // The library has a code for few faults, and none for this one.
    private const string DepthText = "Exceeded maximum depth of object graph";

    private readonly ITypeShapeProvider _shapes;
    private readonly MessagePackSerializer _serializer;

    /// <summary>Prepares it.</summary>
    /// <param name="name">Name of the serializer.</param>
    /// <param name="shapes">What the types are.</param>
    /// <param name="keepsReferences">True: identity is kept, and strings are interned.</param>
    /// <param name="limits">What an object may be.</param>
    public NerdbankSerializer(string name, ITypeShapeProvider shapes, bool keepsReferences, ObjectLimits limits)
        : base(name, ObjectFormat.MessagePackType, limits)
    {
        _shapes = shapes;
        _serializer = new MessagePackSerializer
        {
            PreserveReferences =
                keepsReferences ? ReferencePreservationMode.AllowCycles : ReferencePreservationMode.Off,
            InternStrings = keepsReferences,

            // Else null is left out, and a member keeps what the initializer of its type gives.
            SerializeDefaultValues = SerializeDefaultValuesPolicy.Always,
            StartingContext = new SerializationContext { MaxDepth = limits.MaxDepth },
        };
    }

    /// <inheritdoc/>
    protected override void Write<T>(T value, IBufferWriter<byte> output)
    {
        MessagePackWriter writer = new(output);
        _serializer.Serialize(ref writer, value, ShapeOf<T>());
        writer.Flush();
    }

    /// <inheritdoc/>
    protected override T? Read<T>(ReadOnlyMemory<byte> input, ref long consumed)
        where T : default
    {
        MessagePackReader reader = new(input);
        try
        {
            return _serializer.Deserialize(ref reader, ShapeOf<T>());
        }
        finally
        {
            consumed = reader.Consumed;
        }
    }

    /// <inheritdoc/>
    protected override bool IsTypeFault(Exception fault) => fault is NotSupportedException
        || fault.Message.Contains(GraphText, StringComparison.Ordinal)
        || fault.Message.Contains(AgainText, StringComparison.Ordinal);

    /// <inheritdoc/>
    protected override bool IsLimitFault(Exception fault) =>
        fault.Message.StartsWith(DepthText, StringComparison.Ordinal);

    /// <inheritdoc/>
    protected override bool IsMissingMember(Exception fault) => fault is MessagePackSerializationException
    {
        Code: MessagePackSerializationException.ErrorCode.MissingRequiredProperty,
    };

    private ITypeShape<T> ShapeOf<T>() => _shapes.GetTypeShape(typeof(T)) as ITypeShape<T>
        ?? throw new NotSupportedException($"there is no shape of {typeof(T)}");
}
