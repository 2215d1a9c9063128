using System.Buffers;
using FuncLibs.Objects.Streams;
using ProtoBuf;
using ProtoBuf.Meta;

namespace FuncLibs.Objects.Protobuf;

/// <summary>
/// protobuf-net: types with <c>[ProtoContract]</c>, or <c>[DataContract]</c> and an order of 1 or more for each member.
/// The format has no null: a null object is nothing at all, and an absent member keeps the default of its type.
/// </summary>
internal sealed class ProtobufObjectSerializer : LibrarySerializer
{
    private const string DepthText = "Maximum model depth";
    private const string RecursionText = "Possible recursion";
    private const string TypeText = "No serializer for type";
    private const string ContractText = "No serializer defined for type";
    private const string UnknownText = "Type is not expected, and no contract can be inferred";

    // An entry of a map is a message around a message.
    private readonly int _maxMessages;

    private readonly RuntimeTypeModel _model;
    private readonly ProtobufLevels _levels;

    /// <summary>Prepares it.</summary>
    /// <param name="limits">What an object may be.</param>
    public ProtobufObjectSerializer(ObjectLimits limits)
        : base(ObjectFormat.Protobuf, ObjectFormat.ProtobufType, limits)
    {
        _model = RuntimeTypeModel.Create(nameof(ProtobufObjectSerializer));
        _model.MaxDepth = limits.MaxDepth;
        _model.Add(typeof(DateTimeOffset), applyDefaultBehaviour: false).SetSurrogate(typeof(ProtobufTime));
        _levels = new ProtobufLevels(_model);
        _maxMessages = 2 * limits.MaxDepth;
    }

    /// <inheritdoc/>
    protected override void Write<T>(T value, IBufferWriter<byte> output)
    {
        // Straight into a buffer the library measures first, without its limit of depth: a cycle takes the whole stack.
        using PooledStream stream = new(Limits.MaxBytes);
        _model.Serialize(stream, value);
        output.Write(stream.Written);
    }

    /// <inheritdoc/>
    protected override T? Read<T>(ReadOnlyMemory<byte> input, ref long consumed)
        where T : default
    {
        if (_model.CanSerialize(typeof(T)))
            Check(_levels.Root(typeof(T)), input.Span, ref consumed);
        ProtoReader.State reader = ProtoReader.State.Create(input, _model);
        try
        {
            return reader.DeserializeRoot<T>();
        }
        finally
        {
            consumed = reader.GetPosition();
            reader.Dispose();
        }
    }

    private void Check(ProtobufLevel level, ReadOnlySpan<byte> input, ref long consumed)
    {
        ProtobufWalk walk = new(_maxMessages);
        try
        {
            walk.Check(input, level);
        }
        finally
        {
            consumed = walk.Position;
        }
    }

    /// <inheritdoc/>
    protected override bool IsTypeFault(Exception fault) => fault is InvalidOperationException or NotSupportedException
        && (fault.Message.Contains(TypeText, StringComparison.Ordinal)
            || fault.Message.Contains(ContractText, StringComparison.Ordinal)
            || fault.Message.Contains(UnknownText, StringComparison.Ordinal));

    /// <inheritdoc/>
    protected override bool IsLimitFault(Exception fault) =>
        fault.Message.StartsWith(DepthText, StringComparison.Ordinal)
        || fault.Message.StartsWith(RecursionText, StringComparison.Ordinal);
}
