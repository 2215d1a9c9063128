using System.Buffers;
using System.Text;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>What every control map has: its <c>op</c> and the <c>id</c> that an answer repeats. Read first.</summary>
/// <param name="Op">What it is.</param>
/// <param name="Id">Number of the request, chosen by the consumer; 0 where a map without answer has none.</param>
public readonly record struct ControlEnvelope(ControlOp Op, uint Id)
{
    /// <summary>Reads the op and the id of a map, wherever they stand in it; an unknown op is not a failure. An op that
    /// is answered, or is an answer, must have an id. After a failure the id is
    /// still that of the map, if it could be reached, so that the error answer can name the request.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out ControlEnvelope envelope, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool read = TryRead(ref map, out envelope);
        fault = map.Fault;
        return read;
    }

    /// <summary>Appends a map that has nothing else: <c>bye</c>, <c>snapshot</c>, <c>cancel</c>.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        MapWriter map = Begin(output, 0);
        map.Flush();
    }

    internal MapWriter Begin(IBufferWriter<byte> output, int furtherPairs)
    {
        var map = new MapWriter(output);
        map.Map(2 + furtherPairs);
        map.WriteText("op"u8, ControlOpText.ToUtf8(Op));
        map.Write("id"u8, (ulong)Id);
        return map;
    }

    private static bool TryRead(ref MapReader map, out ControlEnvelope envelope)
    {
        envelope = default;
        (bool hasOp, bool hasId) = (false, false);
        if (!map.Map("control map", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("control map", out ReadOnlySpan<byte> key))
                return false;
            bool ok;
            if (key.SequenceEqual("op"u8))
            {
                hasOp = map.Read("op", out ReadOnlySpan<byte> name);
                envelope = envelope with { Op = ControlOpText.Parse(name) };

                // An op of another type is a fault that stays, but the id may stand behind it.
                ok = hasOp || map.Skip("control map");
            }
            else if (key.SequenceEqual("id"u8))
            {
                hasId = true;
                ok = map.Read("id", out uint id);
                envelope = envelope with { Id = id };
            }
            else
            {
                ok = map.Skip("control map");
            }

            if (!ok)
                return false;
        }

        bool needsId = envelope.Op is not (ControlOp.Unknown or ControlOp.Status or ControlOp.Bye);
        return map.Require("op", hasOp) && (!needsId || map.Require("id", hasId)) && map.End("control map");
    }
}

/// <summary>The schema of a control map begins with what every one has.</summary>
internal static class ControlSchema
{
    /// <summary>A map with an op, an id and what is added.</summary>
    public static MapSchema<TMessage> Create<TMessage>(
        ControlOp op, TMessage initial, Func<TMessage, uint> getId, MemberSetter<TMessage, uint> setId)
    {
        string name = Encoding.UTF8.GetString(ControlOpText.ToUtf8(op));
        return new MapSchema<TMessage>(name, initial)
            .AddConstant("op", ControlOpText.ToUtf8(op))
            .Add("id", MapCodec.UInt32, getId, setId);
    }
}
