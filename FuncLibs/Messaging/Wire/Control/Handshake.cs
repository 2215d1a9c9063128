using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>What a consumer needs: everything, or only what is new.</summary>
public enum ConsumerClass : byte
{
    /// <summary>Not said.</summary>
    Unknown,

    /// <summary>Skips gaps.</summary>
    Live,

    /// <summary>Wants every block or the reason why not.</summary>
    Lossless,
}

/// <summary>Request <c>hello{client, class}</c>.</summary>
/// <param name="Id">Number of the request.</param>
/// <param name="Client">Name of the consumer, for people.</param>
/// <param name="Class">What it needs.</param>
public sealed record Hello(uint Id, string Client, ConsumerClass Class)
{
    private static readonly MapSchema<Hello> Schema = ControlSchema
        .Create(ControlOp.Hello, new Hello(0, "", ConsumerClass.Unknown), m => m.Id, (ref m, value) => m = m with { Id = value })
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

    /// <summary>Reads a map; null when it is not one, and then <paramref name="fault"/> says why.</summary>
    public static Hello? Read(ReadOnlySpan<byte> payload, out MapFault fault) =>
        Schema.TryRead(payload, out Hello read, out fault) ? read : null;

    private static ReadOnlySpan<byte> ClassToUtf8(ConsumerClass value) => value == ConsumerClass.Live ? "live"u8 : "lossless"u8;

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
    /// <summary>Epoch ranges that a reader takes at most.</summary>
    public const int MaxEpochs = 65_536;

    /// <summary>Streams that a reader takes at most.</summary>
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

    /// <summary>Random number of the process.</summary>
    public Guid Instance { get; set; }

    /// <summary>Its life.</summary>
    public ulong Epoch { get; set; }

    /// <summary>What was published in which epoch.</summary>
    public IList<EpochRange> Epochs => _epochs;

    /// <summary>The streams.</summary>
    public IList<NamedStream> Streams => _streams;

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a map; null when it is not one, and then <paramref name="fault"/> says why.</summary>
    public static Welcome? Read(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var welcome = new Welcome();
        return Schema.TryFill(payload, ref welcome, out fault) ? welcome : null;
    }
}

/// <summary>What a publisher knows of one stream in one epoch.</summary>
/// <param name="Epoch">Life of the publisher.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="First">First sequence; 0 when none was published.</param>
/// <param name="Last">Last sequence.</param>
/// <param name="Exact">False when a power cut hid the tail: at least this much was published.</param>
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
