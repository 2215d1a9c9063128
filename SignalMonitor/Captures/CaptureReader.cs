using System.Collections.Immutable;
using FuncLibs.Blocks.Maps;
using FuncLibs.Signals.Limits.Breaks;

namespace SignalMonitor.Captures;

/// <summary>A capture as it was read.</summary>
/// <param name="Header">Its description.</param>
/// <param name="Values">The samples, one array a column.</param>
internal sealed record ReadCapture(CaptureHeader Header, ImmutableArray<double[]> Values);

/// <summary>Reads capture files. Bad bytes are an outcome; no length is used before the bytes are there.</summary>
internal static class CaptureReader
{
    /// <summary>Longest file: the largest capture, nine bytes a value.</summary>
    public const long MaxBytes = (PrePostSize.MaxBytes / sizeof(double) * 9) + (1 << 20);

    private const int MaxColumns = 4096;
    private const int MaxHeadBytes = 64 << 10;

    private static readonly CaptureHeader Empty = new(
        "",
        "",
        Guid.Empty,
        0,
        0,
        "",
        "",
        double.NaN,
        0,
        -1,
        0,
        0,
        double.NaN,
        0,
        double.NaN,
        new BreakDefinition(0, 0, 0),
        []);

    /// <summary>Reads a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="fault">What is wrong, in one line; null when it was read.</param>
    public static ReadCapture? ReadFile(string path, out string? fault)
    {
        try
        {
            long length = new FileInfo(path).Length;
            if (length > MaxBytes)
            {
                fault = $"{path}: {length} bytes are longer than any capture";
                return null;
            }

            ReadCapture? capture = Read(File.ReadAllBytes(path), out fault);
            fault = fault is null ? null : $"{path}: {fault}";
            return capture;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            fault = $"{path} cannot be read: {FuncLibs.Runtime.Diagnostics.OneLine.Format(e)}";
            return null;
        }
    }

    /// <summary>
    /// Reads the description in a file, without its columns: they are its last member, and are not read.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="fault">What is wrong, in one line; null when it was read.</param>
    public static CaptureHeader? ReadHead(string path, out string? fault)
    {
        try
        {
            using FileStream file = File.OpenRead(path);
            byte[] head = new byte[Math.Min(MaxHeadBytes, file.Length)];
            file.ReadExactly(head);
            MapReader map = new(head);
            CaptureHeader header = Empty;
            fault = TryReadMembers(ref map, ref header, null) ? null
                : $"{path}: no capture of format {CaptureEncoding.Format}: {map.Fault}";
            return fault is null ? header : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            fault = $"{path} cannot be read: {FuncLibs.Runtime.Diagnostics.OneLine.Format(e)}";
            return null;
        }
    }

    /// <summary>Reads the bytes of a file.</summary>
    public static ReadCapture? Read(ReadOnlySpan<byte> bytes, out string? fault)
    {
        MapReader map = new(bytes);
        CaptureHeader header = Empty;
        List<double[]> values = [];
        bool read = TryReadMembers(ref map, ref header, values) && map.End("capture");
        fault = read ? OfLengths(header, values) : $"no capture of format {CaptureEncoding.Format}: {map.Fault}";
        return fault is null ? new ReadCapture(header, [.. values]) : null;
    }

    // Without room for values it ends where the columns begin.
    private static bool TryReadMembers(ref MapReader map, ref CaptureHeader header, List<double[]>? values)
    {
        bool isCapture = false;
        bool read = map.Map("capture", out int pairs);
        for (int i = 0; read && i < pairs; i++)
        {
            read = map.Key("capture", out ReadOnlySpan<byte> key);
            if (!read)
                break;
            bool isColumns = key.SequenceEqual("columns"u8);
            if (isColumns && values is null)
                break;
            if (key.SequenceEqual("format"u8))
                (read, isCapture) = (map.Read("format", out ReadOnlySpan<byte> format) && Is(ref map, format), true);
            else if (isColumns)
                read = TryReadColumns(ref map, ref header, values!);
            else
                read = TryReadText(ref map, key, ref header) ?? TryReadPlace(ref map, key, ref header)
                    ?? TryReadSize(ref map, key, ref header);
        }

        return read && map.Require("format", isCapture) && map.Require("rateHz", header.RateHz > 0)
            && map.Require("points", header.Points >= 0);
    }

    private static bool Is(ref MapReader map, ReadOnlySpan<byte> format) =>
        System.Text.Encoding.UTF8.GetString(format) == CaptureEncoding.Format || map.Refuse("format");

    private static string? OfLengths(CaptureHeader header, List<double[]> values)
    {
        int wrong = values.FindIndex(column => column.Length != header.Points);
        return wrong < 0
            ? null
            : $"column {header.Columns[wrong].Name} has {values[wrong].Length} points, the capture {header.Points}";
    }

    private static bool TryReadColumns(ref MapReader map, ref CaptureHeader header, List<double[]> values)
    {
        bool read = map.Array("columns", MaxColumns, out int columns);
        for (int i = 0; read && i < columns; i++)
            read = TryReadColumn(ref map, ref header, values);
        return read;
    }

    private static bool TryReadColumn(ref MapReader map, ref CaptureHeader header, List<double[]> values)
    {
        (string name, string unit) = ("", "");
        double[]? samples = null;
        bool read = map.Map("column", out int pairs);
        for (int i = 0; read && i < pairs; i++)
        {
            read = map.Key("column", out ReadOnlySpan<byte> key);
            if (read && key.SequenceEqual("name"u8))
                read = map.Read("name", out name);
            else if (read && key.SequenceEqual("unit"u8))
                read = map.Read("unit", out unit);
            else if (read && key.SequenceEqual("values"u8))
                read = map.Read("values", int.MaxValue, out samples);
            else if (read)
                read = map.Skip("column");
        }

        if (!read || !map.Require("values", samples is not null))
            return false;
        header = header with { Columns = header.Columns.Add(new CaptureColumn(name, unit)) };
        values.Add(samples!);
        return true;
    }

    // Null: no text.
    private static bool? TryReadText(ref MapReader map, ReadOnlySpan<byte> key, ref CaptureHeader header)
    {
        bool read;
        if (key.SequenceEqual("name"u8))
            (read, header) = (map.Read("name", out string name), header with { Name = name });
        else if (key.SequenceEqual("stream"u8))
            (read, header) = (map.Read("stream", out string stream), header with { Stream = stream });
        else if (key.SequenceEqual("publisher"u8))
            (read, header) = (map.Read("publisher", out Guid publisher), header with { Publisher = publisher });
        else if (key.SequenceEqual("channel"u8))
            (read, header) = (map.Read("channel", out string channel), header with { Channel = channel });
        else if (key.SequenceEqual("unit"u8))
            (read, header) = (map.Read("unit", out string unit), header with { Unit = unit });
        else
            return null;
        return read;
    }

    // Null: no place and no time.
    private static bool? TryReadPlace(ref MapReader map, ReadOnlySpan<byte> key, ref CaptureHeader header)
    {
        bool read;
        if (key.SequenceEqual("epoch"u8))
            (read, header) = (map.Read("epoch", out ulong epoch), header with { Epoch = epoch });
        else if (key.SequenceEqual("sequence"u8))
            (read, header) = (map.Read("sequence", out ulong sequence), header with { Sequence = sequence });
        else if (key.SequenceEqual("firstIndex"u8))
            (read, header) = (map.Read("firstIndex", out long first), header with { FirstIndex = first });
        else if (key.SequenceEqual("breakIndex"u8))
            (read, header) = (map.Read("breakIndex", out long index), header with { BreakIndex = index });
        else if (key.SequenceEqual("breakUtcNs"u8))
            (read, header) = (map.Read("breakUtcNs", out long utcNs), header with { BreakUtcNs = utcNs });
        else if (key.SequenceEqual("peakIndex"u8))
            (read, header) = (map.Read("peakIndex", out long peak), header with { PeakIndex = peak });
        else
            return null;
        return read;
    }

    private static bool TryReadSize(ref MapReader map, ReadOnlySpan<byte> key, ref CaptureHeader header)
    {
        bool read;
        if (key.SequenceEqual("rateHz"u8))
            (read, header) = (map.Read("rateHz", out double rate), header with { RateHz = rate });
        else if (key.SequenceEqual("points"u8))
        {
            read = map.Read("points", out uint points) && (points <= int.MaxValue || map.Refuse("points"));
            header = header with { Points = (int)points };
        }
        else if (key.SequenceEqual("force"u8))
            (read, header) = (map.Read("force", out double force), header with { Force = force });
        else if (key.SequenceEqual("peak"u8))
            (read, header) = (map.Read("peak", out double peak), header with { Peak = peak });
        else if (key.SequenceEqual("fallPercent"u8))
            (read, header) =
                (map.Read("fallPercent", out double fall), Defined(header, d => d with { FallPercent = fall }));
        else if (key.SequenceEqual("withinMs"u8))
            (read, header) =
                (map.Read("withinMs", out double within), Defined(header, d => d with { WithinMs = within }));
        else if (key.SequenceEqual("minForce"u8))
            (read, header) =
                (map.Read("minForce", out double min), Defined(header, d => d with { MinForce = min }));
        else if (key.SequenceEqual("replay"u8))
            (read, header) = (map.Read("replay", out bool replay), header with { IsReplay = replay });
        else
            read = map.Skip("capture");
        return read;
    }

    private static CaptureHeader Defined(CaptureHeader header, Func<BreakDefinition, BreakDefinition> change) =>
        header with { Definition = change(header.Definition) };
}
