using System.Collections.Immutable;
using System.IO.Enumeration;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;
using SignalMonitor.History;
using SignalMonitor.Pyramids;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Recordings.History;

/// <summary>
/// Any window of a recording as buckets: from its pyramid, and from its frames where the buckets are finer than those
/// of the pyramid, and where it has none. One thread at a time.
/// </summary>
internal sealed class RecordedHistory : IDisposable
{
    /// <summary>Frames that are read for one answer at most, where the pyramid can give wider buckets.</summary>
    public const long MaxFrameBytes = 512L << 20;

    private readonly RecordingDocument _document;
    private readonly List<(string Name, RecordedPart Part)> _parts = [];

    private RecordedHistory(string folder, RecordingDocument document) => (Folder, _document) = (folder, document);

    /// <summary>Folder of the recording.</summary>
    public string Folder { get; }

    /// <summary>True while a recorder of this process writes it: its pyramid is then all that there is.</summary>
    public bool IsLive { get; set; }

    /// <summary>Opens the recording of a folder.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="history">The recording.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Open(string folder, out RecordedHistory? history)
    {
        history = null;
        if (RecordingDocument.Read(folder, out string? fault) is not { } document)
            return fault;
        history = new RecordedHistory(folder, document);
        history.OpenPyramids();
        history.OpenOthers();
        return null;
    }

    /// <summary>Takes in what was written meanwhile; false when it has to be opened again.</summary>
    public bool Refresh() => _parts.Count > 0 && _parts.TrueForAll(part => part.Part.Refresh())
        && RecordingDocument.Read(Folder, out _) is { } now
        && now.Run.StartedUtc == _document.Run.StartedUtc && now.Publishers.Length == _document.Publishers.Length;

    /// <summary>Reads a window.</summary>
    /// <param name="window">What is requested.</param>
    /// <param name="stop">Gives it up.</param>
    /// <param name="view">The buckets; null with a fault. Where the time was over before its end, what was read until
    /// then.</param>
    /// <param name="limit">Time for it.</param>
    /// <returns>What is wrong with the request, in one line; null when nothing is.</returns>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public string? Read(
        in HistoryWindow window, CancellationToken stop, out HistoryView? view, WorkTime limit = default)
    {
        view = null;
        if (Find(window.Stream, out string stream, out RecordedPart[] parts) is { } unknown)
            return unknown;
        if (SpanOf(parts) is not { } span)
            return $"the recording of test run {_document.Run.Name} has no data of stream {stream}";
        (long from, long to) =
            (Math.Max(window.FromNs ?? span.FromNs, span.FromNs), Math.Min(window.ToNs ?? span.ToNs, span.ToNs));
        if (from >= to)
            return $"the recording of test run {_document.Run.Name} has no data of stream {stream} in this window; it "
                + $"has {UtcClock.TimeOf(span.FromNs):O} to {UtcClock.TimeOf(span.ToNs):O}, which is {span.FromNs} to "
                + $"{span.ToNs}";
        VariableSet? definitions = parts.Any(part => part.Pyramid is null)
            ? RecordedDefinitions.Read(Folder, _document, []) : null;
        ImmutableArray<PyramidColumn> columns = ColumnsOf(parts, window.Pattern, definitions);
        if (columns.IsEmpty)
            return $"no signal of stream {stream} matches '{window.Pattern}' in the recording of test run "
                + $"{_document.Run.Name}; try *";
        string[] names = [.. columns.Select(column => column.Name)];
        int most = Math.Max(HistoryReader.MinBuckets, Math.Min(window.Buckets, HistoryReader.MaxCells / names.Length));
        BucketTable table = new();
        FillOutcome filled = FillOutcome.Damaged;
        long untilNs = 0;
        while (filled == FillOutcome.Damaged)
        {
            BucketGrid grid = GridFor(parts, columns, from, to, most);
            long first = grid.IndexOf(from);
            table.Reset(grid, first, (int)(grid.IndexOf(to - 1) - first) + 1, names.Length);
            filled = Fill(parts, table, names, columns, definitions, limit, stop, out untilNs);
        }

        view = new HistoryView(
            [.. names], [.. columns.Select(column => column.Unit)], table, Math.Min(to, untilNs))
        {
            IsWhole = filled == FillOutcome.Whole,
        };
        return null;
    }

    /// <summary>The parts of a stream: one for each publisher that has it.</summary>
    /// <param name="name">Name of the stream, or <c>JOURNAL/NAME</c> of one of several publishers of it; null = the
    /// first.</param>
    /// <param name="stream">Its name.</param>
    /// <param name="parts">The parts; one or more.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public string? Find(string? name, out string stream, out RecordedPart[] parts)
    {
        stream = name ?? _parts.Select(part => part.Name).FirstOrDefault() ?? "";
        string wanted = stream;
        parts =
        [
            .. _parts.Where(part => part.Name == wanted || $"{part.Part.Journal}/{part.Name}" == wanted)
                .Select(part => part.Part),
        ];
        return parts.Length > 0 ? null
            : $"the recording of test run {_document.Run.Name} has no stream {name ?? "yet"}; it has "
                + string.Join(", ", _parts.Select(part => part.Name).Distinct().DefaultIfEmpty("none"));
    }

    /// <summary>Whether the pyramid of a stream has all of a window.</summary>
    public bool Covers(Guid publisher, uint stream, long fromNs, long toNs) =>
        Find(publisher, stream)?.Pyramid is { IsEmpty: false } pyramid
        && pyramid.BeginNs <= fromNs && pyramid.EndNs >= toNs;

    /// <summary>What the pyramid of a stream has; null nothing.</summary>
    /// <param name="publisher">Who publishes the stream.</param>
    /// <param name="stream">Number of the stream.</param>
    /// <param name="stop">Gives it up.</param>
    public IKeptHistory? KeptOf(Guid publisher, uint stream, CancellationToken stop) =>
        Find(publisher, stream)?.Pyramid is { IsEmpty: false } pyramid ? new Kept(pyramid, stop) : null;

    /// <summary>Merges what the parts of a stream have into a table.</summary>
    /// <param name="parts">The parts.</param>
    /// <param name="table">Where to.</param>
    /// <param name="names">Which signals, one for each column of the table.</param>
    /// <param name="columns">What they are.</param>
    /// <param name="definitions">Definitions of the recording, for parts without a pyramid; null none.</param>
    /// <param name="limit">Time for it.</param>
    /// <param name="stop">Gives it up.</param>
    /// <param name="untilNs">Up to when the table has everything, UTC ns.</param>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public FillOutcome Fill(
        RecordedPart[] parts,
        BucketTable table,
        string[] names,
        ImmutableArray<PyramidColumn> columns,
        VariableSet? definitions,
        WorkTime limit,
        CancellationToken stop,
        out long untilNs)
    {
        untilNs = table.StartNs;
        bool isWhole = true;
        long readNs = table.EndNs;
        bool isFine = table.Grid.WidthNs < BucketGrid.FinestNs;
        foreach (RecordedPart part in parts)
        {
            if (part.Pyramid is { } pyramid && !isFine)
            {
                if (!pyramid.AddTo(table, names, table.StartNs, table.EndNs, stop).IsOk)
                {
                    part.LeavePyramid();
                    return FillOutcome.Damaged;
                }

                if (pyramid.IsComplete || IsLive)
                    continue;
            }

            bool computes = part.Pyramid is null && columns.Any(column => column.IsCalculated);
            using RecordedVariables? variables = computes && definitions is not null && part.Frames is { } frames
                ? new RecordedVariables(definitions, frames, part.Extents.FirstOrDefault().Stream) : null;
            RecordedWindow window = new(part, table.StartNs, table.EndNs)
            {
                After = isFine ? PyramidPoint.Beginning : part.Pyramid?.End ?? PyramidPoint.Beginning,
                IsWhole = variables is not null,
            };
            FrameColumns read = new(names);
            window.Read(
                (blocks, notBeforeNs) =>
                {
                    if (limit.IsOver)
                    {
                        (isWhole, readNs) = (false, Math.Min(readNs, blocks.Header.AcquiredNs));
                        return false;
                    }

                    variables?.Compute(blocks);
                    read.AddTo(
                        table,
                        blocks.Block,
                        blocks.Description,
                        blocks.Header.AcquiredNs,
                        variables?.Plan,
                        notBeforeNs);
                    return true;
                },
                stop);
        }

        untilNs = Math.Max(table.StartNs, readNs);
        return isWhole ? FillOutcome.Whole : FillOutcome.TimeIsOver;
    }

    /// <summary>From the first to the last sample of some parts, UTC ns; null without any.</summary>
    public static (long FromNs, long ToNs)? SpanOf(RecordedPart[] parts)
    {
        (long FromNs, long ToNs)[] spans = [.. parts.Select(part => part.Span).OfType<(long, long)>()];
        return spans.Length == 0 ? null : (spans.Min(span => span.FromNs), spans.Max(span => span.ToNs));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach ((_, RecordedPart part) in _parts)
            part.Dispose();
    }

    private RecordedPart? Find(Guid publisher, uint stream) => _parts
        .Select(part => part.Part)
        .FirstOrDefault(part => part.Pyramid?.Identity is { } identity
            && identity.Publisher == publisher && identity.Stream == stream);

    private void OpenPyramids()
    {
        var files = new DiskFiles(Path.Combine(Folder, PyramidIdentity.FolderName));
        foreach ((string journal, uint stream, string name) in RecordedPyramids.List(Folder, _document))
        {
            if (PyramidFile.Open(files, name, out PyramidFile? file).IsOk && file!.Damage is null)
                _parts.Add((file.Identity.Name, new RecordedPart(Folder, journal, stream, file)));
            else
                file?.Dispose();
        }
    }

    // Of journals that have a pyramid for every stream, or none that is damaged, nothing is opened: a journal of weeks
    // has many segments.
    private void OpenOthers()
    {
        foreach (RecordedPublisher publisher in _document.Publishers)
        {
            (string journal, uint stream, string)[] kept =
                [.. RecordedPyramids.List(Folder, _document).Where(one => one.Journal == publisher.Folder)];
            bool isWhole = kept.Length > 0 && kept.All(one => _parts.Exists(
                part => part.Part.Pyramid?.Name == PyramidIdentity.NameOf(one.journal, one.stream)));
            if (isWhole || Recording.Open(Path.Combine(Folder, publisher.Folder), out Recording? frames) is not null)
                continue;
            foreach (uint stream in frames!.Extents
                .Select(extent => extent.Stream).Where(FrameHeader.IsDataStream).Distinct())
            {
                string name = PyramidIdentity.NameOf(publisher.Folder, stream);
                if (!_parts.Exists(part => part.Part.Pyramid?.Name == name))
                    _parts.Add((frames.NameOf(stream), new RecordedPart(Folder, publisher.Folder, stream, null)));
            }
        }
    }

    private static ImmutableArray<PyramidColumn> ColumnsOf(
        RecordedPart[] parts, string pattern, VariableSet? definitions)
    {
        List<PyramidColumn> all = [];
        foreach (RecordedPart part in parts)
        {
            if (part.Pyramid is { } pyramid)
                all.AddRange(pyramid.Columns());
            else if (part.Description is { } description)
                all.AddRange(OfFrames(description, definitions));
        }

        return
        [
            .. all.DistinctBy(column => column.Name)
                .Where(column => FileSystemName.MatchesSimpleExpression(pattern, column.Name, ignoreCase: false))
                .Take(PyramidLevels.MaxColumns),
        ];
    }

    private static IEnumerable<PyramidColumn> OfFrames(
        StreamDescription description, VariableSet? definitions) =>
        new StreamSignals(description).All
            .Select(signal => new PyramidColumn(signal.Name, signal.Unit, false))
            .Concat((definitions?.Variables ?? [])
                .Select(variable => new PyramidColumn(variable.Name, variable.Unit, true)));

    // Samples of a calculated channel are not kept: what its function remembers is in the pyramid alone.
    private static BucketGrid GridFor(
        RecordedPart[] parts, ImmutableArray<PyramidColumn> columns, long fromNs, long toNs, int most)
    {
        BucketGrid grid = new BucketGrid(BucketGrid.NarrowestNs).CoarsenTo(fromNs, toNs, most);
        if (grid.WidthNs >= BucketGrid.FinestNs || !Array.Exists(parts, part => part.Pyramid is not null))
            return grid;
        return columns.Any(column => column.IsCalculated)
            || parts.Sum(part => new RecordedWindow(part, fromNs, toNs).Bytes) is 0 or > MaxFrameBytes
            ? new BucketGrid(BucketGrid.FinestNs) : grid;
    }

    // A chunk that is damaged is drawn as a gap: `recording repair` makes it again when the run is over.
    private sealed class Kept(PyramidFile pyramid, CancellationToken stop) : IKeptHistory
    {
        public long BeginNs => pyramid.BeginNs;

        public void AddTo(BucketTable table, IReadOnlyList<string> names, long fromNs, long toNs) =>
            pyramid.AddTo(table, names, fromNs, toNs, stop);
    }
}

/// <summary>What came of filling a table.</summary>
internal enum FillOutcome
{
    /// <summary>A pyramid turned out to be damaged: the table is to be emptied and filled again.</summary>
    Damaged,

    /// <summary>The time was over before all was read.</summary>
    TimeIsOver,

    /// <summary>It has everything.</summary>
    Whole,
}
