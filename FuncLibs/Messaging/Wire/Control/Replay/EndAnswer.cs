using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control.Replay;

/// <summary>
/// Answer <c>end{id, result, availableTo, firstAvailable, reason, retryAfterMs}</c>: a replay is over. The sequences are those of the range
/// at which it ended, in that range's stream and epoch.
/// </summary>
/// <param name="Id">Number of the replay, also when it was cancelled.</param>
/// <param name="Result">How it ended.</param>
/// <param name="AvailableTo">Last sequence that could be sent without a break; 0 none.</param>
/// <param name="FirstAvailable">First sequence behind what is gone that is kept, or can still be written; 0 the epoch is over and nothing
/// behind it is kept.</param>
/// <param name="RetryAfterMs">When to ask again; 0 whenever it suits.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record EndAnswer(
    uint Id, ReplayResult Result, ulong AvailableTo = 0, ulong FirstAvailable = 0, uint RetryAfterMs = 0, string Reason = "")
{
    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        MapWriter map = new ControlEnvelope(ControlOp.End, Id).Begin(output, 5);
        map.WriteText("result"u8, ReplayResultText.ToUtf8(Result));
        map.Write("availableTo"u8, AvailableTo);
        map.Write("firstAvailable"u8, FirstAvailable);
        map.Write("reason"u8, Reason);
        map.Write("retryAfterMs"u8, (ulong)RetryAfterMs);
        map.Flush();
    }

    /// <summary>Reads a map; null when it is not one, and then <paramref name="fault"/> says why.</summary>
    public static EndAnswer? Read(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var map = new MapReader(payload);
        var answer = new EndAnswer(0, ReplayResult.Unknown);
        bool read = TryRead(ref map, ref answer);
        fault = map.Fault;
        return read ? answer : null;
    }

    private static bool TryRead(ref MapReader map, ref EndAnswer answer)
    {
        if (!map.Map("end", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("end", out ReadOnlySpan<byte> key) || !TryReadMember(ref map, key, ref answer))
                return false;
        }

        return map.Require("result", answer.Result != ReplayResult.Unknown) && map.End("end");
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref EndAnswer answer)
    {
        bool ok;
        if (key.SequenceEqual("id"u8))
            (ok, answer) = (map.Read("id", out uint id), answer with { Id = id });
        else if (key.SequenceEqual("result"u8))
            ok = TryReadResult(ref map, ref answer);
        else if (key.SequenceEqual("availableTo"u8))
            (ok, answer) = (map.Read("availableTo", out ulong to), answer with { AvailableTo = to });
        else if (key.SequenceEqual("firstAvailable"u8))
            (ok, answer) = (map.Read("firstAvailable", out ulong first), answer with { FirstAvailable = first });
        else if (key.SequenceEqual("retryAfterMs"u8))
            (ok, answer) = (map.Read("retryAfterMs", out uint retry), answer with { RetryAfterMs = retry });
        else if (key.SequenceEqual("reason"u8))
            (ok, answer) = (map.Read("reason", out string reason), answer with { Reason = reason });
        else
            ok = map.Skip("end");
        return ok;
    }

    private static bool TryReadResult(ref MapReader map, ref EndAnswer answer)
    {
        if (!map.Read("result", out ReadOnlySpan<byte> text))
            return false;
        answer = answer with { Result = ReplayResultText.Parse(text) };
        return answer.Result != ReplayResult.Unknown || map.Refuse("result");
    }
}
