using System.Buffers;
using System.Runtime.Serialization;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;
using MessagePack;
using MessagePack.Formatters;

namespace FuncLibs.Tests.Objects.MessagePack;

public sealed class DepthLimitedResolverTests
{
    private static readonly IObjectSerializer Serializer = ObjectSerializers.Create(ObjectFormat.MessagePack)!;

    [Fact]
    public void Serialize_FormatterThatUsesAnotherSerializer_HasLevelsOfItsOwn()
    {
        Envelope envelope = new() { Content = Chain.OfLength(60) };
        EnvelopeFormatter.Status = ObjectStatus.None;

        Serializer.Serialize(Nested(new() { Envelope = envelope }, 50), new ArrayBufferWriter<byte>()).IsOk
            .ShouldBeTrue();

        EnvelopeFormatter.Status.ShouldBe(ObjectStatus.Ok);
    }

    [Fact]
    public void Serialize_AfterAFormatterUsedAnotherSerializer_CountsOn()
    {
        Envelope envelope = new() { Content = Chain.OfLength(60) };
        NestedChain chain = new() { Envelope = envelope, After = Chain.OfLength(50) };

        ObjectOutcome within = Serializer.Serialize(Nested(chain, 10), new ArrayBufferWriter<byte>());
        ObjectOutcome beyond = Serializer.Serialize(Nested(chain, 20), new ArrayBufferWriter<byte>());

        (within.Status, beyond.Status).ShouldBe((ObjectStatus.Ok, ObjectStatus.LimitExceeded));
    }

    // Each has a count of its own: the stack is what ends it.
    [Fact]
    public void Serialize_CycleThroughAnotherSerializer_IsALimit()
    {
        Envelope envelope = new();
        envelope.Content = envelope;

        EnvelopeFormatter.Status = ObjectStatus.None;
        Serializer.Serialize(envelope, new ArrayBufferWriter<byte>());

        EnvelopeFormatter.Status.ShouldBe(ObjectStatus.LimitExceeded);
    }

    private static NestedChain Nested(NestedChain last, int levels)
    {
        NestedChain first = last;
        for (int i = 1; i < levels; i++)
            first = new NestedChain { Next = first };
        return first;
    }
}

[DataContract]
public sealed class NestedChain
{
    [DataMember(Order = 0)]
    public NestedChain? Next { get; set; }

    [DataMember(Order = 1)]
    public Envelope? Envelope { get; set; }

    [DataMember(Order = 2)]
    public Chain? After { get; set; }
}

/// <summary>Written as bytes by another serializer.</summary>
[MessagePackFormatter(typeof(EnvelopeFormatter))]
public sealed class Envelope
{
    public object? Content { get; set; }
}

public sealed class EnvelopeFormatter : IMessagePackFormatter<Envelope?>
{
    private static readonly IObjectSerializer Other = ObjectSerializers.Create(ObjectFormat.MessagePack)!;

    [ThreadStatic]
    private static ObjectStatus _status;

    /// <summary>The first of the outcomes that is not ok, from the innermost; ok when there is none.</summary>
    public static ObjectStatus Status
    {
        get => _status;
        set => _status = value;
    }

    public void Serialize(ref MessagePackWriter writer, Envelope? value, MessagePackSerializerOptions options)
    {
        ArrayBufferWriter<byte> output = new();
        ObjectOutcome written = value?.Content switch
        {
            Chain chain => Other.Serialize(chain, output),
            Envelope inner => Other.Serialize(inner, output),
            _ => ObjectOutcome.Done(0),
        };
        if (Status is ObjectStatus.None or ObjectStatus.Ok)
            Status = written.Status;
        writer.Write(output.WrittenSpan);
    }

    public Envelope? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.Skip();
        return null;
    }
}
