using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;
using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.Alarms;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.Verbs;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.TestReports;

/// <summary>
/// Reads a test once, block by block, with the code of the live path, and keeps what a page shows: its memory does not
/// depend on the length of the test.
/// </summary>
internal sealed class ReportBuilder
{
    private const int Buckets = 800;
    private const int LoopSamples = 4000;

    // Channels of a page whose stream has none of the usual ones.
    private const int MaxUnusual = 4;

    private static readonly string[] Usual =
        ["servo*.force", "servo*.stroke", "servo*.strain", "servo*.extension"];

    // Pairs that make a hysteresis loop, the better one first.
    private static readonly (string X, string Y)[] LoopColumns = [("strain", "force"), ("stroke", "force")];

    private readonly string? _channels;
    private readonly long _expected;
    private readonly TestReport _report;
    private readonly (string Title, long Block)[] _pieces;
    private double[] _scratch = [];
    private double[] _otherScratch = [];
    private StreamSignals? _signals;
    private ReportedLoop? _loop;
    private ReportPlaces? _places;
    private ulong _lastEpoch;
    private ulong _lastSequence;

    private ReportBuilder(TestReport report, string? channels, long expected)
    {
        (_report, _channels, _expected) = (report, channels, expected);
        _pieces = [("at the beginning", 0), ("in the middle", expected / 2), ("at the end", expected)];
    }

    /// <summary>Builds a report.</summary>
    /// <param name="source">The folder of a recording, or a journal.</param>
    /// <param name="options">Stream, channels, cycles.</param>
    /// <param name="fallback">The definitions where the source has none.</param>
    /// <param name="report">The report.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Build(
        string source, ReportVerbOptions options, Func<VariableSet> fallback, out TestReport? report)
    {
        report = null;
        if (CyclesOf(options.Loops, out HashSet<long> loops) is { } noCycles)
            return noCycles;
        if (Recording.Open(source, out Recording? recording) is { } noJournal)
            return noJournal;
        if (recording!.FindStream(options.Stream, out StreamExtent[] kept) is { } noStream)
            return noStream;
        if (Recording.Select(kept, epoch: null, out ImmutableArray<FrameRange> ranges) is { } noRange)
            return noRange;
        RecordingDocument? document = null;
        if (RecordingDocument.IsIn(source))
        {
            document = RecordingDocument.Read(source, out string? fault);
            if (document is null)
                return fault;
        }

        List<string> notes = [];
        VariableSet defined = document is null ? fallback() : RecordedDefinitions.Read(source, document, notes);
        VariableSet set = ReportFormulas.Add(defined, options.Cycles, out ReportFormulas formulas);
        report = Begin(source, document, formulas, loops);
        report.Notes.AddRange(notes);
        if (recording.NotKeptNote is { } notKept)
            report.Notes.Add(notKept);
        ReportBuilder builder = new(report, options.Channels, kept.Sum(extent => (long)extent.Records));
        return builder.Read(recording, kept[0].Stream, ranges, set);
    }

    private static string? CyclesOf(string given, out HashSet<long> cycles)
    {
        cycles = [];
        foreach (string one in given.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            if (!long.TryParse(one, NumberStyles.None, CultureInfo.InvariantCulture, out long cycle) || cycle == 0)
                return $"--loops: '{one}' is no number of a cycle; give whole numbers from 1, such as 1,10,100";
            cycles.Add(cycle);
        }

        return null;
    }

    private static TestReport Begin(
        string source, RecordingDocument? document, ReportFormulas formulas, HashSet<long> loops)
    {
        string path = Path.Combine(source, CertificateFile.Name);
        RunCertificate? certificate = null;
        string? fault = null;
        try
        {
            certificate = File.Exists(path) ? CertificateFile.Read(path) : null;
        }
        catch (StartupException e)
        {
            fault = e.Message;
        }

        (IReadOnlyList<RecordedEvent> events, long count) = EventsOf(source);
        return new TestReport
        {
            Source = source,
            Run = document?.Run,
            Recording = document is null ? null : RecordingSummary.Create(source, document, verify: false),
            Formulas = formulas,
            Cycles = [.. formulas.CyclicSignals.Select(signal => new ReportedCycles(signal, loops))],
            Certificate = certificate,
            CertificateFault = fault,
            Events = events,
            EventCount = count,
            Actions = AuditFolder.Read(
                new DiskFiles(source), AuditFolder.FileName, out List<ReadOnlyMemory<byte>> lines, out _).IsOk
                ? [.. lines.Select(line => AuditEntry.Read(line.Span, out _)).OfType<AuditEntry>()] : [],
            ActionFaults = AuditCheck.Run(new DiskFiles(source), isPart: true).Faults,
        };
    }

    private static (IReadOnlyList<RecordedEvent> Events, long Count) EventsOf(string source)
    {
        string path = Path.Combine(source, RecordedEvent.FileName);
        List<RecordedEvent> events = [];
        long count = 0;
        foreach (string line in File.Exists(path) ? File.ReadLines(path) : [])
        {
            count++;
            if (events.Count < TestReport.MaxListed && RecordedEvent.TryParse(line) is { } one)
                events.Add(one);
        }

        return (events, count);
    }

    private string? Read(
        Recording recording, uint stream, ImmutableArray<FrameRange> ranges, VariableSet set)
    {
        using (RangeReader reader = recording.NewReader())
        {
            _report.FirstNs = BlockTimes.AcquiredAt(reader, ranges[0]) ?? 0;
            FrameRange last = ranges[^1] with { From = ranges[^1].To };
            _report.LastNs = Math.Max(_report.FirstNs, BlockTimes.AcquiredAt(reader, last) ?? 0);
        }

        using RecordedBlocks blocks = new(recording, ranges);
        using RecordedVariables variables = new(set, recording, stream);
        while (blocks.MoveNext())
        {
            if (!ReferenceEquals(blocks.Description, _report.Stream) && Adopt(blocks) is { } fault)
                return fault;
            variables.Compute(blocks);
            while (variables.Events.TryTake(out AlarmEvent made))
                Append(made);
            Append(blocks);
            if (variables.Plan is { } plan)
                Append(plan.Program, blocks);
        }

        if (variables.Fault is { } unknown)
            _report.Notes.Add(unknown);
        foreach (UnwatchedLimit limit in variables.Unwatched())
            _report.Notes.Add($"not watched: {limit.Text}");
        if (blocks.RefusedNote is { } refused)
            _report.Notes.Add(refused);
        _report.Plan = variables.Plan;
        AppendTables();
        return blocks.Fault ?? (_report.Blocks == 0 ? RecordedBlocks.NoBlock : null);
    }

    private void Append(in AlarmEvent made)
    {
        _report.AlarmCount++;
        if (_report.Alarms.Count < TestReport.MaxListed)
            _report.Alarms.Add(made);
    }

    private void Append(RecordedBlocks blocks)
    {
        if (_report.Blocks > 0 && (blocks.Header.Epoch != _lastEpoch || blocks.Header.Sequence != _lastSequence + 1))
            _report.Gaps++;
        (_lastEpoch, _lastSequence) = (blocks.Header.Epoch, blocks.Header.Sequence);

        // The clock of the rig may have been stepped: what is outside of the span is put at its end.
        double share = (double)(blocks.Header.AcquiredNs - _report.FirstNs) / (_report.LastNs - _report.FirstNs + 1);
        int bucket = (int)Math.Clamp(share * Buckets, 0, Buckets - 1);
        foreach (ReportedChannel channel in _report.Channels)
            channel.Append(bucket, SignalColumns.Get(blocks.Block, channel.Signal.Address, _scratch));
        for (int i = 0; i < _report.Loops.Count; i++)
            Append(_report.Loops[i], _pieces[i].Block, blocks);
        _report.Blocks++;
    }

    private void Append(SignalProgram program, RecordedBlocks blocks)
    {
        if (_places?.Program != program)
            _places = new ReportPlaces(program, _report.Cycles.Count);
        if (_report.Formulas.IsTensile)
            _report.StressStrain.Append(_places.Values(_places.Strain), _places.Values(_places.Stress));
        ReadOnlySpan<double> xs = default;
        ReadOnlySpan<double> ys = default;
        if (_loop is { } loop)
        {
            // Two scratches: each column is a view of the block, or a copy of whole numbers.
            xs = SignalColumns.Get(blocks.Block, loop.X.Address, _scratch);
            ys = SignalColumns.Get(blocks.Block, loop.Y.Address, _otherScratch);
        }

        for (int i = 0; i < _report.Cycles.Count; i++)
        {
            (int count, int peak, int valley) = _places.Cycles[i];
            ReadOnlySpan<double> counts = _places.Values(count);
            bool isOneRate = xs.Length == counts.Length && ys.Length == counts.Length;
            _report.Cycles[i].Append(
                counts,
                _places.Values(peak),
                _places.Values(valley),
                isOneRate ? _loop : null,
                isOneRate ? xs : default,
                isOneRate ? ys : default);
        }
    }

    // A formula of the page that cannot be computed is noted, not left out.
    private void AppendTables()
    {
        if (_report.Plan?.Program is not { } program)
            return;
        for (int i = 0; i < _report.Cycles.Count; i++)
        {
            int place = program.IndexOf(ReportFormulas.Cyclic("rainflow", i));
            int peak = program.IndexOf(ReportFormulas.Cyclic("peak", i));
            _report.Cycles[i].Unit = program.Variables[peak].Unit;
            _report.Cycles[i].Rainflow = program.Table(place)?.Rows() ?? [];
        }

        foreach (ProgramVariable refused in program.Variables.Where(
            variable => !variable.IsOk && variable.Name.StartsWith(ReportFormulas.Prefix, StringComparison.Ordinal)))
            _report.Notes.Add($"not drawn: {refused.Definition.Text}: {refused.Fault}");
    }

    private void Append(ReportedLoop loop, long block, RecordedBlocks blocks)
    {
        long length = Math.Max(1, LoopSamples / Math.Max(1, blocks.Description.PointsPerBlock));
        long start = Math.Max(0, Math.Min(block, _expected - length));
        if (_report.Blocks < start || _report.Blocks >= start + length)
            return;
        loop.Xs.AddRange(SignalColumns.Get(blocks.Block, loop.X.Address, _scratch));
        loop.Ys.AddRange(SignalColumns.Get(blocks.Block, loop.Y.Address, _scratch));

        // A channel that was trimmed has fewer values than its neighbour.
        int both = Math.Min(loop.Xs.Count, loop.Ys.Count);
        loop.Xs.RemoveRange(both, loop.Xs.Count - both);
        loop.Ys.RemoveRange(both, loop.Ys.Count - both);
    }

    // What was plotted continues under its name; what is new begins, what is gone ends.
    private string? Adopt(RecordedBlocks blocks)
    {
        bool isFirst = _report.Stream is null;
        _report.Stream = blocks.Description;
        _signals = new StreamSignals(blocks.Description);
        _scratch = new double[Math.Max(1, BlockPoints.MaxOf(_signals))];
        _otherScratch = new double[_scratch.Length];
        if (!isFirst)
        {
            _report.Notes.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"the rig described its channels again at sequence {blocks.Header.Sequence} of epoch "
                    + $"{blocks.Header.Epoch}; plots show the channels of the beginning"));
            return null;
        }

        SignalDescription[] chosen = [.. Chosen()];
        if (chosen.Length == 0)
            return $"the stream has no channel '{_channels}'";
        _report.Channels.AddRange(chosen.Select(signal => new ReportedChannel(signal, Buckets)));
        AddLoops();
        return null;
    }

    private IEnumerable<SignalDescription> Chosen()
    {
        string[] patterns = _channels?.Split(
            ',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries) ?? Usual;
        SignalDescription[] found = [.. patterns.SelectMany(_signals!.Match).Distinct().Where(IsRecorded)];
        if (found.Length > 0 || _channels is not null)
            return found;
        SignalDescription[] recorded = [.. _signals!.All.Where(IsRecorded)];
        SignalDescription[] measured = [.. recorded.Where(IsMeasured).Take(MaxUnusual)];
        return measured.Length > 0 ? measured : recorded.Take(MaxUnusual);
    }

    // The catalogue of a group has the channels of other groups too, without points.
    private static bool IsRecorded(SignalDescription signal) => signal.Points > 0;

    private static bool IsMeasured(SignalDescription signal) => signal.Address.Group == SignalGroup.AD
        || (!signal.Address.IsBit && signal.Address.Column >= ColumnIndex.FirstSensor);

    private void AddLoops()
    {
        foreach ((string x, string y) in LoopColumns)
        {
            if (_signals!.Find($"servo1.{x}") is not { } abscissa || _signals.Find($"servo1.{y}") is not { } ordinate
                || abscissa.RateHz != ordinate.RateHz || !IsRecorded(abscissa) || !IsRecorded(ordinate))
                continue;
            _loop = new ReportedLoop(abscissa, ordinate, "");

            // A test with cycles shows the loops of whole cycles, a tensile test its whole curve.
            if (_report.Cycles.Count == 0 && !_report.Formulas.IsTensile)
                _report.Loops.AddRange(_pieces.Select(piece => _loop with { Title = piece.Title, Xs = [], Ys = [] }));
            return;
        }
    }
}
