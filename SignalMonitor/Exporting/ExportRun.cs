using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Buckets;
using FuncLibs.Signals.Expressions.Sources;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Exporting.Tables;
using SignalMonitor.Recordings;

namespace SignalMonitor.Exporting;

/// <summary>How an export is written.</summary>
/// <param name="Path">The file or folder to make.</param>
/// <param name="Format">Its format.</param>
/// <param name="Channels">Names or patterns with commas between them.</param>
/// <param name="AtRateHz">One table at this rate; null for a table for each rate of the rig.</param>
/// <param name="Resample">How that takes values.</param>
internal sealed record ExportOrder(
    string Path, IExportFormat Format, string Channels, double? AtRateHz, ResampleMethod Resample);

/// <summary>
/// Takes the selected blocks of a journal once, in order, to the files of an export. Holds one block, however long the
/// journal is. Nothing is left behind unless all files are whole.
/// </summary>
/// <param name="recording">The journal.</param>
/// <param name="ranges">What to read.</param>
/// <param name="order">How it is written.</param>
internal sealed class ExportRun(Recording recording, ImmutableArray<FrameRange> ranges, ExportOrder order)
{
    // Resampling makes at most so many rows of one sample.
    private const double MostRowsPerSample = 10;

    private readonly ExportClock _clock = new();
    private readonly List<ExportTarget> _targets = [];
    private StreamDescription _description = null!;
    private ImmutableArray<ExportTable> _tables = [];
    private BlockColumns _columns = null!;
    private ImmutableArray<BlockRows> _rows = [];
    private ResampledRows? _resampled;
    private SampleCursor _cursor = SampleCursor.None;

    /// <summary>Runs it.</summary>
    /// <param name="notes">What is to be said about it.</param>
    /// <param name="progress">Told the share that is done, 0 to 1, after each block.</param>
    /// <param name="stop">Ends it early; nothing is left behind.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public async Task<string?> RunAsync(TextWriter notes, Action<double> progress, CancellationToken stop)
    {
        try
        {
            return await ExportAsync(notes, progress, stop);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{OneLine.Format(e)}; nothing was exported";
        }
        finally
        {
            foreach (ExportTarget target in _targets)
                await target.DisposeAsync();
        }
    }

    private async Task<string?> ExportAsync(TextWriter notes, Action<double> progress, CancellationToken stop)
    {
        using RecordedBlocks blocks = new(recording, ranges);
        double total = ranges.Sum(range => (double)(range.To - range.From) + 1);
        (long taken, long gaps) = (0, 0);
        while (blocks.MoveNext())
        {
            if (stop.IsCancellationRequested)
                return "stopped; nothing was exported";
            if (!ReferenceEquals(blocks.Description, _description) && await BecomeAsync(blocks) is { } fault)
                return fault;
            bool hasGap = _cursor.Advance(blocks.Block, blocks.Header.Epoch, _description);
            gaps += hasGap ? 1 : 0;
            await TakeAsync(blocks, hasGap);
            progress(++taken / total);
        }

        if (blocks.Fault is not null || taken == 0)
            return blocks.Fault ?? RecordedBlocks.NoBlock;
        await CompleteAsync(notes);
        if (gaps > 0)
            await notes.WriteLineAsync($"gaps in the samples: {gaps}; their rows are left out");
        if (recording.NotKeptNote is { } notKept)
            await notes.WriteLineAsync(notKept);
        if (blocks.RefusedNote is { } refused)
            await notes.WriteLineAsync(refused);
        return null;
    }

    private async Task TakeAsync(RecordedBlocks blocks, bool hasGap)
    {
        long timeNs = blocks.Header.AcquiredNs;
        long elapsedNs = _clock.ElapsedNs(blocks.Header, blocks.Block, _description);
        _columns.MoveTo(blocks.Block);
        foreach (BlockRows rows in _rows)
            rows.MoveTo(blocks.Block.FirstSampleIndex, timeNs, elapsedNs);
        if (_resampled is null)
        {
            for (int i = 0; i < _rows.Length; i++)
                await _targets[i].WriteAsync(_rows[i]);
            return;
        }

        if (hasGap)
            await EndStretchAsync(_resampled);

        _resampled.Take(_rows, timeNs, elapsedNs, BlockTime.DurationNs(blocks.Block, _description));
        await _targets[0].WriteAsync(_resampled);
    }

    // The first description opens the files; a later one must have the same channels.
    private async Task<string?> BecomeAsync(RecordedBlocks blocks)
    {
        StreamSignals signals = new(blocks.Description);
        string? fault = ExportTable.Select(signals, order.Channels, out ImmutableArray<ExportTable> tables);
        if (_targets.Count > 0 && (fault is not null || !IsSame(tables)))
            return $"the channels are others from sequence {blocks.Header.Sequence} of epoch {blocks.Header.Epoch} on; "
                + "nothing was exported: give what is before and what is after with --epoch, --from and --to";
        if (fault is not null)
            return fault;
        (_description, _tables) = (blocks.Description, tables);
        _columns = new BlockColumns(_description, signals);
        _rows = [.. _tables.Select(table => new BlockRows(table, _columns, TimesOf(table, signals)))];
        return _targets.Count > 0 ? null : await OpenAsync();
    }

    private async Task<string?> OpenAsync()
    {
        ImmutableArray<ExportTable> written = _tables;
        if (order.AtRateHz is { } rate)
        {
            if (rate > MostRowsPerSample * _tables[0].RateHz)
                return $"--at-rate {rate} is more than {MostRowsPerSample} times the fastest of these channels, "
                    + $"{_tables[0].RateHz} Hz";
            _resampled = new ResampledRows(_tables, rate, order.Resample);
            written = [_resampled.Table];
        }

        string[] paths = [.. written.Select(table => ExportTarget.PathOf(order.Path, table, written.Length))];
        if (Array.Find(paths, path => File.Exists(path) || Directory.Exists(path)) is { } existing)
            return $"{existing} is already there; remove it, or give another --out";
        for (int i = 0; i < paths.Length; i++)
            _targets.Add(await ExportTarget.CreateAsync(paths[i], order.Format, written[i]));
        return null;
    }

    private async Task CompleteAsync(TextWriter notes)
    {
        if (_resampled is not null)
            await EndStretchAsync(_resampled);

        // All are whole before the first gets its name.
        foreach (ExportTarget target in _targets)
            await target.CompleteAsync();
        foreach (ExportTarget target in _targets)
        {
            target.Publish();
            await notes.WriteLineAsync($"{target.Path}: {target.Rows} rows");
        }
    }

    private ValueTask EndStretchAsync(ResampledRows resampled)
    {
        resampled.End();
        return _targets[0].WriteAsync(resampled);
    }

    private SampleTimes TimesOf(ExportTable table, StreamSignals signals) =>
        BucketPlan.TimesOf(_description, signals.All[table.Columns[0].Signal].Address);

    private bool IsSame(ImmutableArray<ExportTable> tables) =>
        tables.Length == _tables.Length && tables.Zip(_tables).All(
            pair => pair.First.RateHz == pair.Second.RateHz
                && pair.First.Columns.AsSpan().SequenceEqual(pair.Second.Columns.AsSpan()));
}
