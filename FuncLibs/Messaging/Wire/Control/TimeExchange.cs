using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>Request <c>time{t1}</c> and its answer <c>{t1, t2, t3}</c>: UTC ns.</summary>
/// <param name="Id">Number of the request.</param>
/// <param name="T1">When the consumer asked.</param>
/// <param name="T2">When the publisher received it; 0 in the request.</param>
/// <param name="T3">When the publisher answered; 0 in the request.</param>
public readonly record struct TimeExchange(uint Id, long T1, long T2 = 0, long T3 = 0)
{
    /// <summary>Appends the request to <paramref name="output"/>.</summary>
    public void WriteRequest(IBufferWriter<byte> output)
    {
        MapWriter map = new ControlEnvelope(ControlOp.Time, Id).Begin(output, 1);
        map.Write("t1"u8, T1);
        map.Flush();
    }

    /// <summary>Appends the answer to <paramref name="output"/>.</summary>
    public void WriteAnswer(IBufferWriter<byte> output)
    {
        MapWriter map = new ControlEnvelope(ControlOp.Time, Id).Begin(output, 3);
        map.Write("t1"u8, T1);
        map.Write("t2"u8, T2);
        map.Write("t3"u8, T3);
        map.Flush();
    }

    /// <summary>Reads a request or an answer.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out TimeExchange time, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool read = TryRead(ref map, out time);
        fault = map.Fault;
        return read;
    }

    private static bool TryRead(ref MapReader map, out TimeExchange time)
    {
        time = default;
        if (!map.Map("time", out int pairs))
            return false;
        bool asked = false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("time", out ReadOnlySpan<byte> key))
                return false;
            asked |= key.SequenceEqual("t1"u8);
            if (!TryReadMember(ref map, key, ref time))
                return false;
        }

        return map.Require("t1", asked) && map.End("time");
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref TimeExchange time)
    {
        bool ok;
        if (key.SequenceEqual("id"u8))
            (ok, time) = (map.Read("id", out uint id), time with { Id = id });
        else if (key.SequenceEqual("t1"u8))
            (ok, time) = (map.Read("t1", out long t1), time with { T1 = t1 });
        else if (key.SequenceEqual("t2"u8))
            (ok, time) = (map.Read("t2", out long t2), time with { T2 = t2 });
        else if (key.SequenceEqual("t3"u8))
            (ok, time) = (map.Read("t3", out long t3), time with { T3 = t3 });
        else
            ok = map.Skip("time");
        return ok;
    }
}
