using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Journal.Reading;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Buckets;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Exporting.Tables;
using SignalMonitor.Recordings;

namespace SignalMonitor.Exporting;

/// <summary>
/// Takes the selected blocks of a journal once, in order, to the files of an export. Holds one block, however long the
/// journal is. Nothing is left behind unless all files are whole, or can be continued.
/// </summary>
/// <param name="source">What is read.</param>
/// <param name="plan">How it is written.</param>
internal sealed class ExportRun(ExportSource source, ExportPlan plan) : IDisposable
{
    // Resampling makes at most so many rows of one sample.
    private const double MaxRowsPerSample = 10;

    private readonly ExportClock _clock = new();
    private ExportFiles? _files;
    private long _checkedBytes;
    private StreamDescription _description = null!;
    private ImmutableArray<ExportTable> _tables = [];
    private ExportColumnSource _columns = null!;
    private ImmutableArray<BlockRows> _rows = [];
    private ResampledRows? _resampled;
    private RecordedVariables? _calculated;
    private ImmutableArray<string> _left = [];
    private SampleCursor _cursor = SampleCursor.None;

    /// <summary>Runs it.</summary>
    /// <param name="notes">Where remarks for the user go.</param>
    /// <param name="progress">Gets after each block how far it is.</param>
    /// <param name="room">Ends it early.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public async Task<string?> RunAsync(TextWriter notes, Action<ExportProgress> progress, ExportRoom room)
    {
        try
        {
            return await ExportAsync(notes, progress, room);
        }
        catch (OperationCanceledException)
        {
            return "stopped" + Left();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return OneLine.Format(e) + Left();
        }
        catch (InvalidDataException e)
        {
            return $"--resume: {OneLine.Format(e)}; begin again with --restart";
        }
        finally
        {
            if (_files is not null)
                await _files.DisposeAsync();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _calculated?.Dispose();

    private async Task<string?> ExportAsync(TextWriter notes, Action<ExportProgress> progress, ExportRoom room)
    {
        room.Demand(0);
        ImmutableArray<FrameRange> ranges = source.Before.AddRange(source.Ranges);
        using RecordedBlocks blocks = new(source.Recording, ranges);
        if (source.Definitions is { } definitions)
            _calculated = new RecordedVariables(
                definitions with { Limits = [] }, source.Recording, source.Stream);
        double total = ranges.Sum(range => (double)(range.To - range.From) + 1);
        (long read, long taken, long gaps) = (0, 0, 0);
        while (blocks.MoveNext())
        {
            if (room.IsStopped)
                return await StopAsync();
            progress(new ExportProgress(++read / total, _files?.Rows ?? 0, _files?.Bytes ?? 0));
            _calculated?.Compute(blocks);
            if (IsBefore(blocks.Header))
                continue;
            if (!ReferenceEquals(blocks.Description, _description) && await BecomeAsync(blocks) is { } fault)
                return fault;
            bool hasGap = _cursor.Advance(blocks.Block, blocks.Header.Epoch, _description);
            gaps += hasGap ? 1 : 0;
            await TakeAsync(blocks, hasGap);
            await _files!.EndBlockAsync();
            if (_files.Bytes > plan.MaxBytes)
                return $"more than {plan.MaxBytes / 1_000_000} MB; choose fewer channels or a shorter window";
            DemandRoom(room);
            taken++;
        }

        if (blocks.Fault is not null || taken == 0)
            return blocks.Fault ?? RecordedBlocks.NoBlock;
        if (_resampled is not null)
            await EndStretchAsync(_resampled);
        await _files!.CompleteAsync(notes, room);
        progress(new ExportProgress(1, _files.Rows, _files.Bytes));
        foreach (string left in _left)
            await notes.WriteLineAsync(left);
        if (_calculated?.Fault is { } unknown)
            await notes.WriteLineAsync(unknown);
        if (gaps > 0)
            await notes.WriteLineAsync($"gaps in the samples: {gaps}; their rows are left out");
        if ((source.Recording.NotKeptNote ?? MissingNote(blocks)) is { } notThere)
            await notes.WriteLineAsync(notThere);
        if (blocks.RefusedNote is { } refused)
            await notes.WriteLineAsync(refused);
        if (source.FindGrowth() is { } growth)
            await notes.WriteLineAsync(growth);
        return null;
    }

    private static string? MissingNote(RecordedBlocks blocks) => blocks.FirstMissing is not { } first ? null
        : $"blocks that the source does not have: {blocks.Missing}; the first are sequences {first.From} to {first.To} "
            + $"of epoch {first.Epoch}";

    private bool IsBefore(in FrameHeader header) =>
        header.Epoch < source.Ranges[0].Epoch
        || (header.Epoch == source.Ranges[0].Epoch && header.Sequence < source.Ranges[0].From);

    private void DemandRoom(ExportRoom room)
    {
        if (_files!.Bytes - _checkedBytes < room.PieceBytes)
            return;
        _checkedBytes = _files.Bytes;
        room.Demand(room.PieceBytes);
    }

    private async Task TakeAsync(RecordedBlocks blocks, bool hasGap)
    {
        long timeNs = blocks.Header.AcquiredNs;
        long elapsedNs = _clock.ElapsedNs(blocks.Header, blocks.Block, _description);
        _columns.MoveTo(blocks.Block, _calculated?.Plan?.Program);
        foreach (BlockRows rows in _rows)
            rows.MoveTo(blocks.Block.FirstSampleIndex, timeNs, elapsedNs);
        if (_resampled is null)
        {
            for (int i = 0; i < _rows.Length; i++)
                await _files!.WriteAsync(i, _rows[i]);
            return;
        }

        if (hasGap)
            await EndStretchAsync(_resampled);

        _resampled.Append(_rows, timeNs, elapsedNs, BlockTime.DurationNs(blocks.Block, _description));
        await _files!.WriteAsync(0, _resampled);
    }

    // The first description opens the files; a later one must have the same channels.
    private async Task<string?> BecomeAsync(RecordedBlocks blocks)
    {
        StreamSignals signals = new(blocks.Description);
        ExportSelection selection = new(signals, _calculated?.Plan);
        string? fault = selection.Select(plan.Channels, out ImmutableArray<ExportTable> tables);
        (fault, string? unscaled) = fault is null && plan.IsRaw
            ? RawCounts.TryTake(blocks.Description, signals, ref tables) : (fault, null);
        if (_files is not null && (fault is not null || !IsSame(tables)))
        {
            _files.Discard();
            return $"the channels are others from sequence {blocks.Header.Sequence} of epoch {blocks.Header.Epoch} on; "
                + "nothing was exported: give what is before and what is after with --epoch, --from and --to";
        }

        if (fault is not null)
            return fault;
        (_description, _tables) = (blocks.Description, tables);
        _left = unscaled is null ? selection.Notes : selection.Notes.Add(unscaled);
        if (!_tables.Any(table => table.Columns.Any(column => column.Kind != ColumnKind.Measured)))
        {
            _calculated?.Dispose();
            _calculated = null;
        }

        _columns = new ExportColumnSource(_description, signals);
        _rows = [.. _tables.Select(table => new BlockRows(table, _columns, TimesOf(table, signals)))];
        return _files is not null ? null : await OpenAsync();
    }

    private async Task<string?> OpenAsync()
    {
        ImmutableArray<ExportTable> written = _tables;
        if (plan.AtRateHz is { } rate)
        {
            if (rate > MaxRowsPerSample * _tables[0].RateHz)
                return $"--at-rate {rate} is more than {MaxRowsPerSample} times the fastest of these channels, "
                    + $"{_tables[0].RateHz} Hz";
            if (plan.Resample != ResampleMethod.Hold
                && _tables.SelectMany(table => table.Columns).Any(column => column.Kind == ColumnKind.Quality))
                return "qualities have no mean and nothing between two of them; take --resample hold, or leave them "
                    + "out";
            _resampled = new ResampledRows(_tables, rate, plan.Resample);
            written = [_resampled.Table];
        }

        (_files, string? fault) = await ExportFiles.OpenAsync(plan, source, written, _description.Name);
        return fault;
    }

    private async Task<string> StopAsync()
    {
        if (_files is not null)
            await _files.CheckpointAsync();
        return "stopped" + Left();
    }

    private string Left() => _files is { IsKept: true }
        ? $"; {_files.Rows} rows were written: continue with --resume, or begin again with --restart"
        : "; nothing was exported";

    private ValueTask EndStretchAsync(ResampledRows resampled)
    {
        resampled.End();
        return _files!.WriteAsync(0, resampled);
    }

    // A calculated channel has the rate of a channel that it is computed of.
    private SampleTimes TimesOf(ExportTable table, StreamSignals signals) =>
        BucketPlan.TimesOf(_description, signals.All.First(signal => signal.RateHz == table.RateHz).Address);

    private bool IsSame(ImmutableArray<ExportTable> tables) =>
        tables.Length == _tables.Length && tables.Zip(_tables).All(
            pair => pair.First.RateHz == pair.Second.RateHz
                && pair.First.Columns.AsSpan().SequenceEqual(pair.Second.Columns.AsSpan()));
}
