using System.Buffers;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>Request <c>time{t1}</c> and its answer <c>{t1, t2, t3}</c>: UTC ns.</summary>
/// <param name="Id">Number of the request.</param>
/// <param name="T1">Time of the request at the consumer.</param>
/// <param name="T2">Time of receipt at the publisher; 0 in the request.</param>
/// <param name="T3">Time of the answer at the publisher; 0 in the request.</param>
public readonly record struct TimeExchange(uint Id, long T1, long T2 = 0, long T3 = 0)
{
    private static readonly MapSchema<TimeExchange> Request = CreateRequest();

    private static readonly MapSchema<TimeExchange> Answer = CreateRequest()
        .Add("t2", MapCodec.Int64, m => m.T2, (ref m, value) => m = m with { T2 = value })
        .Add("t3", MapCodec.Int64, m => m.T3, (ref m, value) => m = m with { T3 = value })
        .Require("t1");

    /// <summary>Appends the request to <paramref name="output"/>.</summary>
    public void WriteRequest(IBufferWriter<byte> output) => Request.Write(output, this);

    /// <summary>Appends the answer to <paramref name="output"/>.</summary>
    public void WriteAnswer(IBufferWriter<byte> output) => Answer.Write(output, this);

    /// <summary>Reads a request or an answer.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out TimeExchange time, out MapFault fault) =>
        Answer.TryRead(payload, out time, out fault);

    private static MapSchema<TimeExchange> CreateRequest() => ControlSchema
        .Create(ControlOp.Time, default(TimeExchange), m => m.Id, (ref m, value) => m = m with { Id = value })
        .Add("t1", MapCodec.Int64, m => m.T1, (ref m, value) => m = m with { T1 = value });
}
