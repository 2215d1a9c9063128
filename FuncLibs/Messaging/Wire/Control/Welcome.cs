using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>Answer <c>welcome{publisher, instance, epoch, epochs, streams}</c>.</summary>
public sealed class Welcome
{
    /// <summary>Epoch ranges that a reader takes at most.</summary>
    public const int MaxEpochs = 65_536;

    /// <summary>Streams that a reader takes at most.</summary>
    public const int MaxStreams = 1024;

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
    public void Write(IBufferWriter<byte> output)
    {
        MapWriter map = new ControlEnvelope(ControlOp.Welcome, Id).Begin(output, 5);
        map.Write("publisher"u8, Publisher);
        map.Write("instance"u8, Instance);
        map.Write("epoch"u8, Epoch);
        map.Array("epochs"u8, _epochs.Count);
        foreach (EpochRange range in _epochs)
            range.Write(ref map);
        map.Array("streams"u8, _streams.Count);
        foreach (NamedStream stream in _streams)
            stream.Write(ref map);
        map.Flush();
    }

    /// <summary>Reads a map; null when it is not one, and then <paramref name="fault"/> says why.</summary>
    public static Welcome? Read(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var map = new MapReader(payload);
        var welcome = new Welcome();
        bool read = welcome.TryRead(ref map);
        fault = map.Fault;
        return read ? welcome : null;
    }

    private bool TryRead(ref MapReader map)
    {
        if (!map.Map("welcome", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("welcome", out ReadOnlySpan<byte> key) || !TryReadMember(ref map, key))
                return false;
        }

        return map.Require("publisher", Publisher != default)
            && map.Require("instance", Instance != default)
            && map.Require("epoch", Epoch != 0)
            && map.End("welcome");
    }

    private bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key)
    {
        bool ok;
        if (key.SequenceEqual("id"u8))
            (ok, Id) = (map.Read("id", out uint id), id);
        else if (key.SequenceEqual("publisher"u8))
            (ok, Publisher) = (map.Read("publisher", out Guid publisher), publisher);
        else if (key.SequenceEqual("instance"u8))
            (ok, Instance) = (map.Read("instance", out Guid instance), instance);
        else if (key.SequenceEqual("epoch"u8))
            (ok, Epoch) = (map.Read("epoch", out ulong epoch), epoch);
        else if (key.SequenceEqual("epochs"u8))
            ok = TryReadEpochs(ref map);
        else
            ok = key.SequenceEqual("streams"u8) ? TryReadStreams(ref map) : map.Skip("welcome");
        return ok;
    }

    private bool TryReadEpochs(ref MapReader map)
    {
        if (!map.Array("epochs", MaxEpochs, out int items))
            return false;
        for (int i = 0; i < items; i++)
        {
            if (!EpochRange.TryRead(ref map, out EpochRange range))
                return false;
            _epochs.Add(range);
        }

        return true;
    }

    private bool TryReadStreams(ref MapReader map)
    {
        if (!map.Array("streams", MaxStreams, out int items))
            return false;
        for (int i = 0; i < items; i++)
        {
            if (!NamedStream.TryRead(ref map, out NamedStream stream))
                return false;
            _streams.Add(stream);
        }

        return true;
    }
}
