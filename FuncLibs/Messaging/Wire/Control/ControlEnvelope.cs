using System.Buffers;
using System.Text;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>
/// Common members of every control map: <c>op</c>, and the <c>id</c> that an answer repeats. Read first.
/// </summary>
/// <param name="Op">The operation.</param>
/// <param name="Id">Number of the request, chosen by the consumer; 0 in a map without an answer that has none.</param>
public readonly record struct ControlEnvelope(ControlOp Op, uint Id)
{
    /// <summary>
    /// Reads the op and the id of a map, at any position; an unknown op is not a failure. An op with an answer, and an
    /// answer, must have an id. After a failure the id is still that of the map, if it could be read, so that the error
    /// answer can name the request.
    /// </summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out ControlEnvelope envelope, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool read = TryRead(ref map, out envelope);
        fault = map.Fault;
        return read;
    }

    /// <summary>Appends a map without further members: <c>bye</c>, <c>snapshot</c>, <c>cancel</c>.</summary>
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
                envelope = envelope with { Op = MapCodec.FindName<ControlOp>(name, ControlOpText.ToUtf8) };

                // The fault remains, but the id may follow.
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

/// <summary>Creates schemas of control maps with their common members.</summary>
internal static class ControlSchema
{
    /// <summary>Creates a schema with an op and an id; the caller adds the other members.</summary>
    public static MapSchema<TMessage> Create<TMessage>(
        ControlOp op, TMessage initial, Func<TMessage, uint> getId, MemberSetter<TMessage, uint> setId)
    {
        string name = Encoding.UTF8.GetString(ControlOpText.ToUtf8(op));
        return new MapSchema<TMessage>(name, initial)
            .AddConstant("op", ControlOpText.ToUtf8(op))
            .Add("id", MapCodec.UInt32, getId, setId);
    }
}
