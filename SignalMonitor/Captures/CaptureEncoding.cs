using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Blocks.Tokens;

namespace SignalMonitor.Captures;

/// <summary>
/// The parts of a capture file as bytes. The file is one MessagePack map, its last member the columns:
/// <code>
/// { format, name, stream, publisher, epoch, sequence, channel, unit, rateHz, firstIndex, points, breakIndex,
/// breakUtcNs, force,   peakIndex, peak, fallPercent, withinMs, minForce, replay: true, columns: [ { name, unit,
/// values: [float64 ...] } ... ] }
/// </code>
/// The member replay is only in a capture of a recording. Each value is a float64 token of nine bytes, so that the size
/// is known before the first is written.
/// </summary>
internal static class CaptureEncoding
{
    /// <summary>The member <c>format</c>.</summary>
    public const string Format = "telemetry-capture/1";

    private const int Members = 20;
    private const int ColumnMembers = 3;

    /// <summary>Everything before the first column.</summary>
    public static byte[] Head(CaptureHeader header)
    {
        ArrayBufferWriter<byte> bytes = new();
        MapWriter map = new(bytes);
        map.Map(header.IsReplay ? Members + 1 : Members);
        map.Write("format"u8, Format);
        map.Write("name"u8, header.Name);
        map.Write("stream"u8, header.Stream);
        map.Write("publisher"u8, header.Publisher);
        map.Write("epoch"u8, header.Epoch);
        map.Write("sequence"u8, header.Sequence);
        map.Write("channel"u8, header.Channel);
        map.Write("unit"u8, header.Unit);
        map.Write("rateHz"u8, header.RateHz);
        map.Write("firstIndex"u8, header.FirstIndex);
        map.Write("points"u8, (long)header.Points);
        map.Write("breakIndex"u8, header.BreakIndex);
        map.Write("breakUtcNs"u8, header.BreakUtcNs);
        map.Write("force"u8, header.Force);
        map.Write("peakIndex"u8, header.PeakIndex);
        map.Write("peak"u8, header.Peak);
        map.Write("fallPercent"u8, header.Definition.FallPercent);
        map.Write("withinMs"u8, header.Definition.WithinMs);
        map.Write("minForce"u8, header.Definition.MinForce);
        if (header.IsReplay)
            map.Write("replay"u8, true);
        map.Array("columns"u8, header.Columns.Length);
        map.Flush();
        return bytes.WrittenSpan.ToArray();
    }

    /// <summary>Everything of a column before its first value.</summary>
    public static byte[] ColumnHead(CaptureColumn column, int points)
    {
        ArrayBufferWriter<byte> bytes = new();
        MapWriter map = new(bytes);
        map.Map(ColumnMembers);
        map.Write("name"u8, column.Name);
        map.Write("unit"u8, column.Unit);
        map.Array("values"u8, points);
        map.Flush();
        return bytes.WrittenSpan.ToArray();
    }

    /// <summary>Size of the file in bytes.</summary>
    public static long SizeOf(CaptureHeader header) => Head(header).Length
        + header.Columns.Sum(
            column => ColumnHead(column, header.Points).Length + ((long)header.Points * Float64Run.BytesPerItem));
}
