using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control.History;

/// <summary>Request <c>history{stream, seconds}</c>: what a stream did of late, for plots. It is outside the account.</summary>
/// <param name="Id">Number of the request.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Seconds">How far back from its newest block: 1 to <see cref="MaxSeconds"/>. More than is kept is no fault.</param>
public readonly record struct HistoryRequest(uint Id, uint Stream, uint Seconds)
{
    /// <summary>Longest look back, in seconds.</summary>
    public const int MaxSeconds = 600;

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        MapWriter map = new ControlEnvelope(ControlOp.History, Id).Begin(output, 2);
        map.Write("stream"u8, (ulong)Stream);
        map.Write("seconds"u8, (ulong)Seconds);
        map.Flush();
    }

    /// <summary>Reads a map.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out HistoryRequest request, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool read = TryRead(ref map, out request);
        fault = map.Fault;
        return read;
    }

    private static bool TryRead(ref MapReader map, out HistoryRequest request)
    {
        request = default;
        bool named = false;
        if (!map.Map("history", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("history", out ReadOnlySpan<byte> key))
                return false;
            bool ok;
            if (key.SequenceEqual("id"u8))
                (ok, request) = (map.Read("id", out uint id), request with { Id = id });
            else if (key.SequenceEqual("stream"u8))
                (ok, named, request) = (map.Read("stream", out uint stream), true, request with { Stream = stream });
            else
                ok = key.SequenceEqual("seconds"u8) ? TryReadSeconds(ref map, ref request) : map.Skip("history");
            if (!ok)
                return false;
        }

        return map.Require("stream", named) && map.Require("seconds", request.Seconds > 0) && map.End("history");
    }

    private static bool TryReadSeconds(ref MapReader map, ref HistoryRequest request)
    {
        if (!map.Read("seconds", out uint seconds))
            return false;
        request = request with { Seconds = seconds };
        return seconds is >= 1 and <= MaxSeconds || map.Refuse("seconds");
    }
}
