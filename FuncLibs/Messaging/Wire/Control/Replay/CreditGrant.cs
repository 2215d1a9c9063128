using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control.Replay;

/// <summary><c>credit{id, bytes}</c>: more may be sent of an open replay; it has no answer.</summary>
/// <param name="Id">Number of the replay. Credit for a replay that is over is ignored.</param>
/// <param name="Bytes">Bytes of headers and payloads, up to <see cref="ReplayRequest.MaxCredit"/>.</param>
public readonly record struct CreditGrant(uint Id, uint Bytes)
{
    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        MapWriter map = new ControlEnvelope(ControlOp.Credit, Id).Begin(output, 1);
        map.Write("bytes"u8, (ulong)Bytes);
        map.Flush();
    }

    /// <summary>Reads a map.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out CreditGrant grant, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool read = TryRead(ref map, out grant);
        fault = map.Fault;
        return read;
    }

    private static bool TryRead(ref MapReader map, out CreditGrant grant)
    {
        grant = default;
        bool granted = false;
        if (!map.Map("credit", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("credit", out ReadOnlySpan<byte> key))
                return false;
            bool ok;
            if (key.SequenceEqual("id"u8))
                (ok, grant) = (map.Read("id", out uint id), grant with { Id = id });
            else if (key.SequenceEqual("bytes"u8))
                ok = granted = TryReadBytes(ref map, ref grant);
            else
                ok = map.Skip("credit");
            if (!ok)
                return false;
        }

        return map.Require("bytes", granted) && map.End("credit");
    }

    private static bool TryReadBytes(ref MapReader map, ref CreditGrant grant)
    {
        if (!map.Read("bytes", out uint bytes))
            return false;
        grant = grant with { Bytes = Math.Min(bytes, ReplayRequest.MaxCredit) };
        return bytes <= ReplayRequest.MaxCredit || map.Refuse("bytes");
    }
}
