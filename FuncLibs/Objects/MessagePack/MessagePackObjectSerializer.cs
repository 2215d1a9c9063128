using System.Buffers;
using MessagePack;
using MessagePack.Resolvers;

namespace FuncLibs.Objects.MessagePack;

/// <summary>
/// MessagePack for C#: types with <c>[MessagePackObject]</c> or <c>[DataContract]</c> as these say, others as maps by
/// the names of their members. Input is not trusted: depth is limited, and keys are hashed against collisions.
/// </summary>
internal sealed class MessagePackObjectSerializer : LibrarySerializer
{
    private const string DepthText = "maximum depth";

    // What the library throws for a class that it cannot make a formatter of; the type is not public.
    private const string NoFormatterName = "MessagePackDynamicObjectResolverException";

    private readonly MessagePackSerializerOptions _options;

    /// <summary>Prepares it.</summary>
    /// <param name="limits">What an object may be.</param>
    public MessagePackObjectSerializer(ObjectLimits limits)
        : base(ObjectFormat.MessagePack, ObjectFormat.MessagePackType, limits) =>
        _options = new MessagePackSerializerOptions(
            new DepthLimitedResolver(ContractlessStandardResolver.Instance, limits.MaxDepth)).WithSecurity(
            MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(limits.MaxDepth));

    /// <inheritdoc/>
    protected override void Write<T>(T value, IBufferWriter<byte> output)
    {
        MessagePackWriter writer = new(output);
        int outer = DepthLimitedResolver.Begin();
        try
        {
            MessagePackSerializer.Serialize(ref writer, value, _options);
        }
        finally
        {
            DepthLimitedResolver.End(outer);
        }

        writer.Flush();
    }

    /// <inheritdoc/>
    protected override T? Read<T>(ReadOnlyMemory<byte> input, ref long consumed)
        where T : default
    {
        MessagePackReader reader = new(input);
        try
        {
            return MessagePackSerializer.Deserialize<T>(ref reader, _options);
        }
        finally
        {
            consumed = reader.Consumed;
        }
    }

    /// <inheritdoc/>
    protected override bool IsTypeFault(Exception fault) =>
        fault is FormatterNotRegisteredException || fault.GetType().Name == NoFormatterName;

    /// <inheritdoc/>
    protected override bool IsLimitFault(Exception fault) => fault is InsufficientExecutionStackException
        || fault.Message.Contains(DepthText, StringComparison.Ordinal);
}
