using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Units;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Watching;

namespace HardwareConnector.LinkChecks;

/// <summary>Checks one stream of a rig: its description once, then block by block, then over the whole time.</summary>
internal sealed class StreamCheck
{
    private const byte LinkContent = 1;
    private const double NsPerMs = 1e6;
    private const int BufferNearlyFullPerMille = 900;

    // Blocks may come so much later than others of the stream: some periods, and what a busy machine takes.
    private const double SpreadPeriods = 3;
    private const double MinSpreadMs = 50;
    private const double Tail = 0.1;
    private const int MinBlocksForTimes = 20;
    private const double LatestMs = 1000;
    private const double EarliestMs = -100;
    private const double RateShare = 0.01;
    private const double RateSlackMs = 200;
    private const int Quarters = 4;

    // The first blocks are judged too, but not their times: this program is still starting.
    private const long SettleNs = 500_000_000;

    private readonly LinkFaultLog _faults;
    private readonly StreamWatch _watch;
    private readonly CDataBlock _block;
    private readonly SignalDescription[] _ranged;

    // Arrival against due time, and against the sample counter; since the clock stepped last.
    private readonly List<double> _latenessMs = [];
    private readonly List<double> _countedMs = [];
    private long _nextIndex;
    private long _firstArrivalNs;
    private long _settledNs;
    private long _lastArrivalNs;
    private int _settledBlocks;
    private int _bufferPeak;

    /// <summary>Begins with the description.</summary>
    public StreamCheck(StreamDescription stream, LinkFaultLog faults)
    {
        Stream = stream;
        _faults = faults;
        _watch = new StreamWatch(stream);
        _block = new CDataBlock(stream.ToLayout());
        SignalDescription[] columns = [.. new StreamSignals(stream).All.Where(signal => !signal.Address.IsBit
            && !signal.Address.IsInteger)];
        _ranged = [.. columns.Where(IsRanged)];
        foreach (SignalDescription column in columns)
            CheckColumn(column);
    }

    /// <summary>The rig's description of the stream.</summary>
    public StreamDescription Stream { get; }

    /// <summary>Blocks received, good or not.</summary>
    public int Blocks { get; private set; }

    private string Where => $"stream {Stream.Name}";

    /// <summary>Checks a block.</summary>
    /// <param name="header">Its header.</param>
    /// <param name="document">Its document.</param>
    /// <param name="serializers">Decoders.</param>
    /// <param name="arrivalNs">When it arrived, UTC ns by a clock that does not step.</param>
    public void Check(in LinkBlockHeader header, ReadOnlySpan<byte> document, SerializerSet serializers, long arrivalNs)
    {
        Blocks++;
        _bufferPeak = Math.Max(_bufferPeak, header.BufferPerMille);
        DecodeOutcome decoded = serializers.Deserialize(LinkContent, document, _block);
        if (!decoded.IsOk)
        {
            Add(LinkFaultKind.BadDocument, decoded.ToString());
            return;
        }

        CatalogueOutcome described = Stream.CheckFit(_block);
        if (!described.IsOk)
        {
            Add(LinkFaultKind.NotDescribed, described.ToString());
            return;
        }

        FilterOutcome filtered = CountFilter.FilterCDataBlockByCount(_block, header.Resolve(_block));
        if (!filtered.IsOk)
        {
            Add(LinkFaultKind.CountOutOfRange, filtered.ToString());
            return;
        }

        if (header.ErrorCode != 0)
            Add(LinkFaultKind.ErrorCode, $"error code {header.ErrorCode}");
        CheckContent(header.DueUtcNs, arrivalNs);
    }

    /// <summary>Judges the whole time, and returns the figures.</summary>
    public StreamReport Finish(List<string> notes)
    {
        double[] sorted = [.. _latenessMs.Order()];
        double periodMs = Stream.BlockDurationNs / NsPerMs;
        if (sorted.Length == 0 && Blocks == 0)
            _faults.Add(LinkFaultKind.NoBlocks, Where, "no block came");
        double seconds = (_lastArrivalNs - _settledNs) / (double)UtcClock.NanosecondsPerSecond;
        bool counted = _countedMs.Count >= MinBlocksForTimes && !_faults.Has(LinkFaultKind.SampleIndexJump, Where);
        bool isRateWrong = counted && CheckRate(seconds);
        if (sorted.Length >= MinBlocksForTimes && !isRateWrong)
            CheckTimes(sorted, periodMs);

        foreach (string stuck in _watch.Stuck)
            notes.Add($"{Where}, {stuck}: does not change at all; a converter has noise");
        if (_bufferPeak >= BufferNearlyFullPerMille)
            notes.Add(string.Create(CultureInfo.InvariantCulture,
                $"{Where}: the rig's buffer was {_bufferPeak / 10.0:0}% full"));
        double median = At(sorted, 0.5);
        return new StreamReport(
            Stream.Name,
            Stream.BaseRateHz,
            Stream.PointsPerBlock,
            [.. new StreamSignals(Stream).All.Select(CheckedSignal.Create)],
            Blocks,
            Stream.BlocksPerSecond,
            _settledBlocks > 1 && seconds > 0 ? (_settledBlocks - 1) / seconds : 0,
            median,
            At(sorted, 0.99) - median,
            At(sorted, 1) - median,
            _watch.Findings.ClockPpm);
    }

    private void CheckColumn(SignalDescription column)
    {
        string where = $"{Where}, {column.Name}";
        if (column.Unit.Length == 0)
            _faults.Add(LinkFaultKind.UnitMissing, where, "no unit");
        else if (!UnitParser.Parse(column.Unit).IsOk)
            _faults.Add(LinkFaultKind.UnitUnknown, where, $"unit '{column.Unit}'");
        if (!IsRanged(column))
            _faults.Add(LinkFaultKind.RangeMissing, where, string.Create(CultureInfo.InvariantCulture,
                $"range {column.Min} to {column.Max}"));
    }

    private static bool IsRanged(SignalDescription column) =>
        double.IsFinite(column.Min) && double.IsFinite(column.Max) && column.Min < column.Max;

    private void CheckContent(long dueNs, long arrivalNs)
    {
        int points = SourceFeed.PointsOf(_block, Stream);
        long first = _block.FirstSampleIndex;
        if (_firstArrivalNs == 0)
            _firstArrivalNs = arrivalNs;
        else if (first != _nextIndex)
            Add(LinkFaultKind.SampleIndexJump, JumpText(first));
        _nextIndex = first + points;
        _lastArrivalNs = arrivalNs;

        RigFindings found = _watch.Findings;
        (long steps, long counts) = (found.CountOf(RigFinding.ClockSteps), found.CountOf(RigFinding.CountsBack));
        long nonFinite = found.CountOf(RigFinding.NonFiniteBlocks);
        long empty = found.CountOf(RigFinding.EmptyBlocks);
        _watch.Observe(_block, points, dueNs);
        if (found.CountOf(RigFinding.ClockSteps) > steps)
        {
            Add(LinkFaultKind.ClockStep, string.Create(
                CultureInfo.InvariantCulture,
                $"the due time steps by {found.LastClockStepNs / NsPerMs:0.###} ms against the sample index"));
            _latenessMs.Clear();
        }

        if (found.CountOf(RigFinding.CountsBack) > counts)
            Add(LinkFaultKind.CountBack, "the count of a channel went back");
        if (found.CountOf(RigFinding.NonFiniteBlocks) > nonFinite)
            Add(LinkFaultKind.NonFinite, "NaN or infinite values");
        else
            CheckRanges();
        if (found.CountOf(RigFinding.EmptyBlocks) > empty)
            Add(LinkFaultKind.EmptyBlock, "no samples");
        AddTimes(points, dueNs, arrivalNs);
    }

    private void AddTimes(int points, long dueNs, long arrivalNs)
    {
        if (arrivalNs - _firstArrivalNs < SettleNs)
            return;
        if (_settledBlocks++ == 0)
            _settledNs = arrivalNs;
        _latenessMs.Add((arrivalNs - dueNs - SampleClock.NsOf(points, Stream.BaseRateHz)) / NsPerMs);
        _countedMs.Add(((arrivalNs - _settledNs) / NsPerMs) - (_nextIndex / Stream.BaseRateHz * 1000));
    }

    private string JumpText(long first)
    {
        long samples = first - _nextIndex;
        string what = samples > 0 ? "missing" : "back";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"first sample {first}, expected {_nextIndex} ({Math.Abs(samples)} samples {what})");
    }

    private void CheckRanges()
    {
        foreach (SignalDescription column in _ranged)
        {
            if (column.Address.Channel >= _block.ChannelCount((BlockGroup)column.Address.Group))
                continue;
            foreach (double value in ValuesOf(column.Address))
            {
                if (value >= column.Min && value <= column.Max)
                    continue;
                _faults.Add(LinkFaultKind.OutOfRange, $"{Where}, {column.Name}", string.Create(
                    CultureInfo.InvariantCulture,
                    $"block {Blocks}: {value:G6}, but the range is {column.Min} to {column.Max}"));
                break;
            }
        }
    }

    private ReadOnlySpan<double> ValuesOf(SignalAddress address)
    {
        BlockChannel channel = _block.Channel((BlockGroup)address.Group, address.Channel);
        if (address.Group == SignalGroup.AD)
            return channel.Values;
        return address.Column switch
        {
            ColumnIndex.Command => channel.Command,
            ColumnIndex.Output => channel.Output,
            _ => channel.Sensor(address.Column - ColumnIndex.FirstSensor),
        };
    }

    private void CheckTimes(double[] sorted, double periodMs)
    {
        double spread = At(sorted, 1 - Tail) - At(sorted, Tail);
        if (spread > Math.Max(SpreadPeriods * periodMs, MinSpreadMs))
        {
            _faults.Add(LinkFaultKind.IrregularTimes, Where, string.Create(
                CultureInfo.InvariantCulture,
                $"blocks of {periodMs:0.###} ms arrive up to {spread:0} ms apart from their times (80% of "
                + $"{sorted.Length} blocks)"));
        }

        double median = At(sorted, 0.5);
        if (median is > LatestMs or < EarliestMs)
        {
            _faults.Add(LinkFaultKind.ClockOffset, Where, string.Create(
                CultureInfo.InvariantCulture,
                $"due times are {Math.Abs(median) / 1000:0.###} s {(median > 0 ? "behind" : "ahead of")} the clock "
                + $"of this machine"));
        }
    }

    // Where the counted time runs away from the clock, the samples come at another rate. The first and the last quarter
    // must not overlap: bursts are no rate.
    private bool CheckRate(double seconds)
    {
        int quarter = _countedMs.Count / Quarters;
        double[] before = [.. _countedMs.Take(quarter).Order()];
        double[] after = [.. _countedMs.TakeLast(quarter).Order()];
        double betweenMs = seconds * 1000 * (Quarters - 1) / Quarters;
        double away = At(after, 0.5) - At(before, 0.5);
        bool overlaps = At(after, Tail) < At(before, 1 - Tail) && At(before, Tail) < At(after, 1 - Tail);
        if (overlaps || Math.Abs(away) <= (RateShare * betweenMs) + RateSlackMs)
            return false;
        _faults.Add(LinkFaultKind.WrongRate, Where, string.Create(
            CultureInfo.InvariantCulture,
            $"about {Stream.BaseRateHz * (betweenMs - away) / betweenMs:0} samples/s came, but the hello has "
                + $"{Stream.BaseRateHz}"));
        return true;
    }

    private static double At(double[] sorted, double share) =>
        sorted.Length == 0 ? 0 : sorted[(int)Math.Round(share * (sorted.Length - 1))];

    private void Add(LinkFaultKind kind, string what) => _faults.Add(kind, Where, $"block {Blocks}: {what}");
}
