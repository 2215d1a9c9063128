using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary><c>status{stream, epoch, delivered, lag, queueBytes, dropped, cpu}</c>: how a consumer is, each second;
/// it has no answer.</summary>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Delivered">Last sequence that the consumer needs no more: delivered to it, or declared lost.</param>
/// <param name="Lag">Blocks behind the newest known.</param>
/// <param name="QueueBytes">Bytes that wait in the consumer for missing ones.</param>
/// <param name="Dropped">Blocks declared lost to the consumer, since it began.</param>
/// <param name="Cpu">Load of the consumer's process, 1 = one core.</param>
/// <param name="Epoch">Life of the publisher that <paramref name="Delivered"/> is of; 0 when it was not said.</param>
public readonly record struct ConsumerStatus(
    uint Stream, ulong Delivered, ulong Lag, ulong QueueBytes, ulong Dropped, double Cpu, ulong Epoch = 0)
{
    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        MapWriter map = new ControlEnvelope(ControlOp.Status, 0).Begin(output, 7);
        map.Write("stream"u8, (ulong)Stream);
        map.Write("epoch"u8, Epoch);
        map.Write("delivered"u8, Delivered);
        map.Write("lag"u8, Lag);
        map.Write("queueBytes"u8, QueueBytes);
        map.Write("dropped"u8, Dropped);
        map.Write("cpu"u8, Cpu);
        map.Flush();
    }

    /// <summary>Reads a map; members that are left out are 0.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out ConsumerStatus status, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool read = TryRead(ref map, out status);
        fault = map.Fault;
        return read;
    }

    private static bool TryRead(ref MapReader map, out ConsumerStatus status)
    {
        status = default;
        if (!map.Map("status", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("status", out ReadOnlySpan<byte> key) || !TryReadMember(ref map, key, ref status))
                return false;
        }

        return map.End("status");
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref ConsumerStatus status)
    {
        bool ok;
        if (key.SequenceEqual("stream"u8))
            (ok, status) = (map.Read("stream", out uint stream), status with { Stream = stream });
        else if (key.SequenceEqual("epoch"u8))
            (ok, status) = (map.Read("epoch", out ulong epoch), status with { Epoch = epoch });
        else if (key.SequenceEqual("delivered"u8))
            (ok, status) = (map.Read("delivered", out ulong delivered), status with { Delivered = delivered });
        else if (key.SequenceEqual("lag"u8))
            (ok, status) = (map.Read("lag", out ulong lag), status with { Lag = lag });
        else if (key.SequenceEqual("queueBytes"u8))
            (ok, status) = (map.Read("queueBytes", out ulong bytes), status with { QueueBytes = bytes });
        else if (key.SequenceEqual("dropped"u8))
            (ok, status) = (map.Read("dropped", out ulong dropped), status with { Dropped = dropped });
        else if (key.SequenceEqual("cpu"u8))
            (ok, status) = (map.Read("cpu", out double cpu), status with { Cpu = cpu });
        else
            ok = map.Skip("status");
        return ok;
    }
}
