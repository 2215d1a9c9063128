using System.Buffers;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>
/// <c>status{stream, epoch, delivered, lag, queueBytes, dropped, cpu}</c>: state of a consumer, sent each second; it
/// has no answer.
/// </summary>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Delivered">Last sequence that the consumer no longer needs: delivered, or declared lost.</param>
/// <param name="Lag">Blocks behind the newest known one.</param>
/// <param name="QueueBytes">Bytes that the consumer holds after gaps.</param>
/// <param name="Dropped">Blocks declared lost to the consumer since its start.</param>
/// <param name="Cpu">Load of the consumer's process, 1 = one core.</param>
/// <param name="Epoch">Publisher epoch of <paramref name="Delivered"/>; 0 if not reported.</param>
public readonly record struct ConsumerStatus(
    uint Stream, ulong Delivered, ulong Lag, ulong QueueBytes, ulong Dropped, double Cpu, ulong Epoch = 0)
{
    // The id is always 0: a status has no answer.
    private static readonly MapSchema<ConsumerStatus> Schema = ControlSchema
        .Create(ControlOp.Status, default(ConsumerStatus), _ => 0U, (ref _, _) => { })
        .Add("stream", MapCodec.UInt32, m => m.Stream, (ref m, value) => m = m with { Stream = value })
        .Add("epoch", MapCodec.UInt64, m => m.Epoch, (ref m, value) => m = m with { Epoch = value })
        .Add("delivered", MapCodec.UInt64, m => m.Delivered, (ref m, value) => m = m with { Delivered = value })
        .Add("lag", MapCodec.UInt64, m => m.Lag, (ref m, value) => m = m with { Lag = value })
        .Add("queueBytes", MapCodec.UInt64, m => m.QueueBytes, (ref m, value) => m = m with { QueueBytes = value })
        .Add("dropped", MapCodec.UInt64, m => m.Dropped, (ref m, value) => m = m with { Dropped = value })
        .Add("cpu", MapCodec.Float64, m => m.Cpu, (ref m, value) => m = m with { Cpu = value });

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a map; omitted members are 0.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out ConsumerStatus status, out MapFault fault) =>
        Schema.TryRead(payload, out status, out fault);
}
