using System.Buffers;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>Answer <c>error{id, code, message}</c>.</summary>
/// <param name="Id">Number of the request; 0 when it could not be read.</param>
/// <param name="Code">For programs: one of the constants here.</param>
/// <param name="Message">For people.</param>
public sealed record ErrorAnswer(uint Id, string Code, string Message)
{
    /// <summary>The op is not known.</summary>
    public const string UnknownOp = "unknownOp";

    /// <summary>A member is missing or of the wrong type.</summary>
    public const string BadRequest = "badRequest";

    /// <summary>This publisher does not serve the op: <c>replay</c> and <c>history</c> without a journal.</summary>
    public const string Unsupported = "unsupported";

    /// <summary>The requested item is unknown here, such as a catalogue revision.</summary>
    public const string NotFound = "notFound";

    /// <summary>The requested item could not be read now: repeat the request.</summary>
    public const string Unavailable = "unavailable";

    /// <summary>A status of an unknown peer: one that sent no hello, or whose link was lost since.</summary>
    public const string UnknownPeer = "stranger";

    private static readonly MapSchema<ErrorAnswer> Schema = ControlSchema
        .Create(ControlOp.Error, new ErrorAnswer(0, "", ""), m => m.Id, (ref m, value) => m = m with { Id = value })
        .Add("code", MapCodec.Text, m => m.Code, (ref m, value) => m = m with { Code = value })
        .Add("message", MapCodec.Text, m => m.Message, (ref m, value) => m = m with { Message = value })
        .Require("code", m => m.Code.Length > 0);

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a map; null for an invalid one, with the reason in <paramref name="fault"/>.</summary>
    public static ErrorAnswer? Read(ReadOnlySpan<byte> payload, out MapFault fault) =>
        Schema.TryRead(payload, out ErrorAnswer read, out fault) ? read : null;
}
