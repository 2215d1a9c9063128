using System.Buffers;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace FuncLibs.GroundTruth;

/// <summary>
/// Lines as JSON. Numbers are the shortest text that reads back to the same bits; NaN and infinities, which JSON has no
/// number for, are the strings "NaN", "Infinity" and "-Infinity". One thread.
/// </summary>
internal sealed class GroundTruthText : IDisposable
{
    private readonly ArrayBufferWriter<byte> _text = new(1024);

    // Units such as °C stay readable; the file is no part of a web page.
    private readonly Utf8JsonWriter _json;

    public GroundTruthText() =>
        _json = new Utf8JsonWriter(
            _text, new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    public ReadOnlySpan<byte> Format(RunLine run)
    {
        Begin(GroundTruthKinds.Run);
        _json.WriteNumber("version", RunLine.Version);
        _json.WriteString("preset", run.Preset);
        _json.WriteNumber("seed", run.Seed);
        _json.WriteString("stream", run.Stream);
        _json.WriteNumber("baseRateHz", run.BaseRateHz);
        _json.WriteNumber("loopHz", run.LoopHz);
        _json.WriteNumber("pointsPerBlock", run.PointsPerBlock);
        if (run.FirstDueUtcNs is { } due)
            _json.WriteNumber("firstDueUtcNs", due);
        else
            _json.WriteNull("firstDueUtcNs");
        return End();
    }

    public ReadOnlySpan<byte> Format(TruncatedLine line)
    {
        Begin(GroundTruthKinds.Truncated);
        _json.WriteNumber("atBytes", line.AtBytes);
        return End();
    }

    public ReadOnlySpan<byte> Format(EndLine line)
    {
        Begin(GroundTruthKinds.End);
        _json.WriteNumber("blocks", line.Blocks);
        _json.WriteNumber("samples", line.Samples);
        _json.WriteNumber("dropped", line.Dropped);
        return End();
    }

    public ReadOnlySpan<byte> Format(in GroundTruthCell cell) => cell.Kind switch
    {
        GroundTruthCellKind.Cycle => Cycle(cell),
        GroundTruthCellKind.Property => Property(cell),
        GroundTruthCellKind.Break => Break(cell),
        GroundTruthCellKind.Excursion => Excursion(cell),
        GroundTruthCellKind.Mode => Mode(cell),
        _ => Fault(cell),
    };

    public void Dispose() => _json.Dispose();

    private ReadOnlySpan<byte> Cycle(in GroundTruthCell cell)
    {
        Begin(GroundTruthKinds.Cycle, cell.Channel, cell.Name);
        _json.WriteNumber("number", cell.Number);
        _json.WriteNumber("index", cell.Index);
        Number("peak", cell.Value);
        _json.WriteNumber("peakIndex", cell.Second);
        Number("valley", cell.Valley);
        _json.WriteNumber("valleyIndex", cell.Third);
        return End();
    }

    private ReadOnlySpan<byte> Property(in GroundTruthCell cell)
    {
        Begin(GroundTruthKinds.Property);
        _json.WriteString("channel", cell.Channel);
        _json.WriteString("name", cell.Name);
        Number("value", cell.Value);
        _json.WriteString("unit", cell.Text);
        _json.WriteNumber("index", cell.Index);
        return End();
    }

    private ReadOnlySpan<byte> Break(in GroundTruthCell cell)
    {
        Begin(GroundTruthKinds.Break);
        _json.WriteString("channel", cell.Channel);
        _json.WriteNumber("index", cell.Index);
        Number("force", cell.Value);
        return End();
    }

    private ReadOnlySpan<byte> Excursion(in GroundTruthCell cell)
    {
        Begin(GroundTruthKinds.Excursion, cell.Channel, cell.Name);
        _json.WriteString(
            "limit", cell.Limit == ExcursionLimit.Upper ? GroundTruthKinds.Upper : GroundTruthKinds.Lower);
        Number("value", cell.Value);
        _json.WriteNumber("from", cell.Index);
        _json.WriteNumber("to", cell.Second);
        return End();
    }

    private ReadOnlySpan<byte> Mode(in GroundTruthCell cell)
    {
        Begin(GroundTruthKinds.Mode);
        _json.WriteString("channel", cell.Channel);
        _json.WriteString("mode", cell.Name);
        _json.WriteNumber("index", cell.Index);
        Number("band", cell.Value);
        return End();
    }

    private ReadOnlySpan<byte> Fault(in GroundTruthCell cell)
    {
        Begin(GroundTruthKinds.Fault);
        _json.WriteString("fault", cell.Fault);
        _json.WriteNumber("from", cell.Index);
        _json.WriteNumber("to", cell.Second);
        _json.WriteString("channel", cell.Channel);
        _json.WriteString("sensor", cell.Name);
        _json.WriteString("detail", cell.Text);
        return End();
    }

    private void Begin(string kind)
    {
        _text.ResetWrittenCount();
        _json.Reset();
        _json.WriteStartObject();
        _json.WriteString("kind", kind);
    }

    private void Begin(string kind, string? channel, string? sensor)
    {
        Begin(kind);
        _json.WriteString("channel", channel);
        _json.WriteString("sensor", sensor);
    }

    private void Number(string name, double value)
    {
        if (double.IsFinite(value))
            _json.WriteNumber(name, value);
        else
            _json.WriteString(name, value.ToString(CultureInfo.InvariantCulture));
    }

    private ReadOnlySpan<byte> End()
    {
        _json.WriteEndObject();
        _json.Flush();
        _text.Write("\n"u8);
        return _text.WrittenSpan;
    }
}

/// <summary>
/// A line on its way from the block thread to the disk: one shape for all kinds, so that the ring does not allocate.
/// </summary>
internal struct GroundTruthCell
{
    public GroundTruthCellKind Kind;
    public ExcursionLimit Limit;
    public string? Channel;

    // Sensor, name of the property, or mode.
    public string? Name;

    // Unit of the property, or detail of the fault.
    public string? Text;
    public string? Fault;

    // Index, or the begin of a range.
    public long Index;

    // End of a range, or the sample of the peak.
    public long Second;

    // Sample of the valley.
    public long Third;
    public long Number;

    // Value, force, band, or peak.
    public double Value;
    public double Valley;
}

/// <summary>Which line a cell becomes.</summary>
internal enum GroundTruthCellKind : byte
{
    Cycle,
    Property,
    Break,
    Excursion,
    Mode,
    Fault,
}
