using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Blocks.Catalogue.Names;

namespace HardwareConnector.LinkChecks;

/// <summary>What a check of a link found.</summary>
/// <param name="Endpoint">The address that was checked.</param>
/// <param name="Seconds">How long it was listened to.</param>
/// <param name="Streams">The streams of the rig's hello.</param>
/// <param name="Heartbeats">Heartbeats received.</param>
/// <param name="Events">Events received.</param>
/// <param name="Faults">What is wrong.</param>
/// <param name="Notes">What may be wrong, or is worth knowing.</param>
internal sealed record LinkCheckReport(
    string Endpoint,
    double Seconds,
    IReadOnlyList<StreamReport> Streams,
    int Heartbeats,
    int Events,
    IReadOnlyList<FaultReport> Faults,
    IReadOnlyList<string> Notes)
{
    /// <summary>True when nothing is wrong.</summary>
    public bool IsClean => Faults.Count == 0;

    /// <summary>Writes the report as one JSON object in one line.</summary>
    public void PrintJson(TextWriter output) =>
        output.WriteLine(JsonSerializer.Serialize(this, LinkCheckJson.Default.LinkCheckReport));

    /// <summary>Writes the report for people.</summary>
    public void PrintText(TextWriter output)
    {
        Print(output, $"{Endpoint}: listened {Seconds:0.0} s, {Heartbeats} heartbeats, {Events} events");
        foreach (StreamReport stream in Streams)
            stream.PrintText(output);
        foreach (string note in Notes)
            Print(output, $"note: {note}");
        foreach (FaultReport fault in Faults)
            fault.PrintText(output);
        if (IsClean)
            Print(output, $"clean: no faults");
        else
            Print(output, $"faults: {Faults.Count}");
    }

    internal static void Print(TextWriter output, FormattableString line) =>
        output.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}

/// <summary>A stream and its figures.</summary>
/// <param name="Name">Its name.</param>
/// <param name="BaseRateHz">Rate of its base clock.</param>
/// <param name="PointsPerBlock">Points of the base clock in a full block.</param>
/// <param name="Signals">What it measures.</param>
/// <param name="Blocks">Blocks received.</param>
/// <param name="AnnouncedBlocksPerSecond">As given by the hello.</param>
/// <param name="MeasuredBlocksPerSecond">As they came.</param>
/// <param name="LatenessMs">Median time from the due time of a block's end to its arrival, by the clock of this
/// machine.</param>
/// <param name="JitterP99Ms">How much later than the median 1 % of the blocks came, at least.</param>
/// <param name="JitterMaxMs">How much later than the median the latest block came.</param>
/// <param name="ClockPpm">How much faster the due times run than the sample counter; 0 in the first second.</param>
internal sealed record StreamReport(
    string Name,
    double BaseRateHz,
    int PointsPerBlock,
    IReadOnlyList<CheckedSignal> Signals,
    int Blocks,
    double AnnouncedBlocksPerSecond,
    double MeasuredBlocksPerSecond,
    double LatenessMs,
    double JitterP99Ms,
    double JitterMaxMs,
    double ClockPpm)
{
    /// <summary>Writes the stream for people.</summary>
    public void PrintText(TextWriter output)
    {
        LinkCheckReport.Print(
            output, $"stream {Name}: {BaseRateHz:0.###} Hz, {PointsPerBlock} points a block, {Signals.Count} signals");
        (double measured, double announced) = (MeasuredBlocksPerSecond, AnnouncedBlocksPerSecond);
        LinkCheckReport.Print(output, $"  blocks    {Blocks}; {measured:0.0}/s measured, {announced:0.0}/s announced");
        LinkCheckReport.Print(output, $"  arrival   {LatenessMs:0.0} ms after the last sample is due");
        LinkCheckReport.Print(output, $"  jitter    p99 {JitterP99Ms:0.0} ms, max {JitterMaxMs:0.0} ms");
        LinkCheckReport.Print(output, $"  clock     {ClockPpm:0.0} ppm against the sample index");
        LinkCheckReport.Print(output, $"  signals   {string.Join(", ", Signals.Select(signal => signal.ToString()))}");
    }
}

/// <summary>A signal of a stream.</summary>
/// <param name="Name">Its name, as in <c>servo1.force</c>.</param>
/// <param name="Unit">Its unit; empty = none.</param>
/// <param name="Min">Lower end of its range; null = unknown.</param>
/// <param name="Max">Upper end of its range; null = unknown.</param>
/// <param name="RateHz">Values a second.</param>
internal sealed record CheckedSignal(string Name, string Unit, double? Min, double? Max, double RateHz)
{
    /// <summary>Of a description.</summary>
    public static CheckedSignal Create(SignalDescription signal) => new(
        signal.Name, signal.Unit, double.IsFinite(signal.Min) ? signal.Min : null, double.IsFinite(signal.Max)
            ? signal.Max : null, signal.RateHz);

    /// <inheritdoc/>
    public override string ToString() => Unit.Length == 0 ? Name : $"{Name} {Unit}";
}

/// <summary>A fault.</summary>
/// <param name="Kind">What kind of fault.</param>
/// <param name="Where">Stream, channel or the connection.</param>
/// <param name="What">The first occurrence.</param>
/// <param name="Times">How often it was seen.</param>
/// <param name="Why">Why it matters.</param>
/// <param name="Do">What to do.</param>
internal sealed record FaultReport(LinkFaultKind Kind, string Where, string What, int Times, string Why, string Do)
{
    /// <summary>Writes the fault for people.</summary>
    public void PrintText(TextWriter output)
    {
        string kind = JsonNamingPolicy.CamelCase.ConvertName(Kind.ToString());
        string times = Times > 1 ? $"; {Times} times" : "";
        LinkCheckReport.Print(output, $"FAULT {kind}, {Where}: {What}{times}");
        LinkCheckReport.Print(output, $"  why: {Why}");
        LinkCheckReport.Print(output, $"  do:  {Do}");
    }
}

/// <summary>Generated JSON of the verb `link`.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, Converters =
    [typeof(LinkFaultKindConverter)])]
[JsonSerializable(typeof(LinkCheckReport))]
internal sealed partial class LinkCheckJson : JsonSerializerContext;

/// <summary>Kinds of faults by their names: <c>noHello</c>.</summary>
internal sealed class LinkFaultKindConverter() : JsonStringEnumConverter<LinkFaultKind>(JsonNamingPolicy.CamelCase);
