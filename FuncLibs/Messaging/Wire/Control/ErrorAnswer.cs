using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>Answer <c>error{id, code, message}</c>.</summary>
/// <param name="Id">Number of the request; 0 when it could not be read.</param>
/// <param name="Code">What programs look at: one of the constants here.</param>
/// <param name="Message">What people read.</param>
public sealed record ErrorAnswer(uint Id, string Code, string Message)
{
    /// <summary>The op is not known.</summary>
    public const string UnknownOp = "unknownOp";

    /// <summary>A member is missing or of the wrong type.</summary>
    public const string BadRequest = "badRequest";

    /// <summary>The op is known, but this publisher does not serve it: <c>replay</c> and <c>history</c> without a journal.</summary>
    public const string Unsupported = "unsupported";

    /// <summary>What was asked for is not known here, such as a catalogue revision.</summary>
    public const string NotFound = "notFound";

    /// <summary>What was asked for could not be read now: ask again.</summary>
    public const string Unavailable = "unavailable";

    /// <summary>A status of a peer that did not say hello, or whose link was lost since.</summary>
    public const string Stranger = "stranger";

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        MapWriter map = new ControlEnvelope(ControlOp.Error, Id).Begin(output, 2);
        map.Write("code"u8, Code);
        map.Write("message"u8, Message);
        map.Flush();
    }

    /// <summary>Reads a map; null when it is not one, and then <paramref name="fault"/> says why.</summary>
    public static ErrorAnswer? Read(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var map = new MapReader(payload);
        var answer = new ErrorAnswer(0, "", "");
        bool read = TryRead(ref map, ref answer);
        fault = map.Fault;
        return read ? answer : null;
    }

    private static bool TryRead(ref MapReader map, ref ErrorAnswer answer)
    {
        if (!map.Map("error", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("error", out ReadOnlySpan<byte> key))
                return false;
            bool ok;
            if (key.SequenceEqual("id"u8))
                (ok, answer) = (map.Read("id", out uint id), answer with { Id = id });
            else if (key.SequenceEqual("code"u8))
                (ok, answer) = (map.Read("code", out string code), answer with { Code = code });
            else if (key.SequenceEqual("message"u8))
                (ok, answer) = (map.Read("message", out string message), answer with { Message = message });
            else
                ok = map.Skip("error");
            if (!ok)
                return false;
        }

        return map.Require("code", answer.Code.Length > 0) && map.End("error");
    }
}
