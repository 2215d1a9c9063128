using System.Buffers;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>Delivery class of a consumer.</summary>
public enum ConsumerClass : byte
{
    /// <summary>Not reported.</summary>
    Unknown,

    /// <summary>Skips gaps.</summary>
    Live,

    /// <summary>Needs every block, or the reason why it is lost.</summary>
    Lossless,
}

/// <summary>Request <c>hello{client, class}</c>.</summary>
/// <param name="Id">Number of the request.</param>
/// <param name="Client">Name of the consumer, for people.</param>
/// <param name="Class">Its delivery class.</param>
public sealed record Hello(uint Id, string Client, ConsumerClass Class)
{
    private static readonly MapSchema<Hello> Schema = ControlSchema
        .Create(
            ControlOp.Hello,
            new Hello(0, "", ConsumerClass.Unknown),
            m => m.Id,
            (ref m, value) => m = m with { Id = value })
        .Add("client", MapCodec.Text, m => m.Client, (ref m, value) => m = m with { Client = value })
        .Add(
            "class",
            MapCodec.Name<ConsumerClass>(ClassToUtf8, ParseClass),
            m => m.Class,
            (ref m, value) => m = m with { Class = value },
            isLegal: value => value != ConsumerClass.Unknown)
        .Require("class");

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a map; null for an invalid one, with the reason in <paramref name="fault"/>.</summary>
    public static Hello? Read(ReadOnlySpan<byte> payload, out MapFault fault) =>
        Schema.TryRead(payload, out Hello read, out fault) ? read : null;

    private static ReadOnlySpan<byte> ClassToUtf8(ConsumerClass value) =>
        value == ConsumerClass.Live ? "live"u8 : "lossless"u8;

    private static ConsumerClass ParseClass(ReadOnlySpan<byte> text)
    {
        if (text.SequenceEqual("live"u8))
            return ConsumerClass.Live;
        return text.SequenceEqual("lossless"u8) ? ConsumerClass.Lossless : ConsumerClass.Unknown;
    }
}

/// <summary>Answer <c>welcome{publisher, instance, epoch, epochs, streams}</c>.</summary>
public sealed class Welcome
{
    /// <summary>Highest number of epoch ranges that a reader accepts.</summary>
    public const int MaxEpochs = 65_536;

    /// <summary>Highest number of streams that a reader accepts.</summary>
    public const int MaxStreams = 1024;

    private static readonly MapSchema<Welcome> Schema = ControlSchema
        .Create(ControlOp.Welcome, new Welcome(), m => m.Id, (ref m, value) => m.Id = value)
        .Add("publisher", MapCodec.Uuid, m => m.Publisher, (ref m, value) => m.Publisher = value)
        .Add("instance", MapCodec.Uuid, m => m.Instance, (ref m, value) => m.Instance = value)
        .Add("epoch", MapCodec.UInt64, m => m.Epoch, (ref m, value) => m.Epoch = value)
        .AddList("epochs", m => m._epochs, MaxEpochs, EpochRange.Schema)
        .AddList("streams", m => m._streams, MaxStreams, NamedStream.Schema)
        .Require("publisher", m => m.Publisher != default)
        .Require("instance", m => m.Instance != default)
        .Require("epoch", m => m.Epoch != 0);

    private readonly List<EpochRange> _epochs = [];
    private readonly List<NamedStream> _streams = [];

    /// <summary>Number of the request.</summary>
    public uint Id { get; set; }

    /// <summary>The installation.</summary>
    public Guid Publisher { get; set; }

    /// <summary>Random id of the process.</summary>
    public Guid Instance { get; set; }

    /// <summary>Its epoch.</summary>
    public ulong Epoch { get; set; }

    /// <summary>The published sequences by epoch.</summary>
    public IList<EpochRange> Epochs => _epochs;

    /// <summary>The streams.</summary>
    public IList<NamedStream> Streams => _streams;

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a map; null for an invalid one, with the reason in <paramref name="fault"/>.</summary>
    public static Welcome? Read(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var welcome = new Welcome();
        return Schema.TryFill(payload, ref welcome, out fault) ? welcome : null;
    }
}

/// <summary>Sequences of one stream in one epoch, as a publisher has them.</summary>
/// <param name="Epoch">Epoch of the publisher.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="First">First sequence; 0 when none was published.</param>
/// <param name="Last">Last sequence.</param>
/// <param name="Exact">False after a power cut: at least this much was published.</param>
public readonly record struct EpochRange(ulong Epoch, uint Stream, ulong First, ulong Last, bool Exact)
{
    internal static readonly MapSchema<EpochRange> Schema = new MapSchema<EpochRange>("epochs[]", default, "epochs[].")
        .Add("epoch", MapCodec.UInt64, m => m.Epoch, (ref m, value) => m = m with { Epoch = value })
        .Add("stream", MapCodec.UInt32, m => m.Stream, (ref m, value) => m = m with { Stream = value })
        .Add("first", MapCodec.UInt64, m => m.First, (ref m, value) => m = m with { First = value })
        .Add("last", MapCodec.UInt64, m => m.Last, (ref m, value) => m = m with { Last = value })
        .Add("exact", MapCodec.Boolean, m => m.Exact, (ref m, value) => m = m with { Exact = value })
        .Require("epoch", m => m.Epoch != 0);
}

/// <summary>A stream of a publisher: its number and the last level of its topic.</summary>
/// <param name="Id">Number of the stream.</param>
/// <param name="Name">Its name.</param>
public readonly record struct NamedStream(uint Id, string Name)
{
    internal static readonly MapSchema<NamedStream> Schema =
        new MapSchema<NamedStream>("streams[]", new NamedStream(0, ""), "streams[].")
        .Add("id", MapCodec.UInt32, m => m.Id, (ref m, value) => m = m with { Id = value })
        .Add("name", MapCodec.Text, m => m.Name, (ref m, value) => m = m with { Name = value })
        .Require("name", m => m.Name.Length > 0);
}
