using System.Buffers;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>Payload of an event frame of kind <c>clock</c>: <c>{kind, utcNs, stepNs}</c>. The wall clock of the publisher's machine was
/// stepped.</summary>
/// <param name="UtcNs">Its time after the step, UTC ns since the Unix epoch.</param>
/// <param name="StepNs">By how much it was moved; above 0 forward.</param>
public readonly record struct ClockStepPayload(long UtcNs, long StepNs) : IBroadcastPayload
{
    private static ReadOnlySpan<byte> Kind => "clock"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output)
    {
        var map = new MapWriter(output);
        map.Map(3);
        map.WriteText("kind"u8, Kind);
        map.Write("utcNs"u8, UtcNs);
        map.Write("stepNs"u8, StepNs);
        map.Flush();
    }

    /// <summary>Reads a payload.</summary>
    /// <returns>False when it is an event of another kind, and then <paramref name="fault"/> is empty, or is no event.</returns>
    public static bool TryRead(ReadOnlySpan<byte> payload, out ClockStepPayload notice, out MapFault fault)
    {
        var map = new MapReader(payload);
        notice = default;
        bool isClock = false;
        bool read = map.Map("event", out int pairs);
        for (int i = 0; read && i < pairs; i++)
            read = map.Key("event", out ReadOnlySpan<byte> key) && TryReadMember(ref map, key, ref notice, ref isClock);
        read = read && (!isClock || map.Require("stepNs", notice.StepNs != 0)) && map.End("event");
        fault = map.Fault;
        return read && isClock;
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref ClockStepPayload notice, ref bool isClock)
    {
        bool ok;
        if (key.SequenceEqual("kind"u8))
            (ok, isClock) = (map.Read("kind", out ReadOnlySpan<byte> kind), kind.SequenceEqual(Kind));
        else if (key.SequenceEqual("utcNs"u8))
            (ok, notice) = (map.Read("utcNs", out long utc), notice with { UtcNs = utc });
        else if (key.SequenceEqual("stepNs"u8))
            (ok, notice) = (map.Read("stepNs", out long step), notice with { StepNs = step });
        else
            ok = map.Skip("event");
        return ok;
    }
}
