using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// Takes records into segments, and answers every failure of the disk: a failed write goes once to a new segment, a
/// failed fsync is never repeated, and where no segment can be begun records are let go and declared until one can.
/// Journal thread only.
/// </summary>
internal sealed class JournalSink : IDisposable
{
    // A segment of less is not worth its file: recording waits until there is room again.
    private const long MinSegmentBytes = 16 << 20;

    private readonly IDiskFiles _files;
    private readonly JournalOptions _options;
    private readonly TimeProvider _time;
    private readonly JournalParts _parts;
    private readonly RecordLedger _ledger;
    private readonly ulong _epoch;
    private JournalStatus _status;
    private OpenSegment? _open;
    private uint _lastNumber;
    private long _retryAt;
    private long _begunAt;

    // Bytes that the open segment may have.
    private long _maxBytes;

    public JournalSink(IDiskFiles files, JournalOptions options, ulong epoch, JournalParts parts, TimeProvider time)
    {
        _files = files;
        _options = options;
        _time = time;
        _epoch = epoch;
        _parts = parts;
        _ledger = new RecordLedger(epoch, parts);
        _retryAt = time.GetTimestamp();
        _status = new JournalStatus(false, null, FileFault.None, time.NowNs());
    }

    /// <summary>Whether it records; any thread.</summary>
    public JournalStatus Status => Volatile.Read(ref _status);

    /// <summary>True when something was written that no fsync covers.</summary>
    public bool IsDirty { get; private set; }

    /// <summary>Before the first record: continues after the segments of an earlier run.</summary>
    /// <param name="lastNumber">Number of the last of them; 0 none.</param>
    /// <param name="catalogue">The record of the catalogue in force; empty when none is known.</param>
    public void Resume(uint lastNumber, ReadOnlySpan<byte> catalogue)
    {
        _lastNumber = lastNumber;
        Resume(catalogue);
    }

    /// <summary>As above, where only the catalogue is found later; it counts where none was known.</summary>
    public void Resume(ReadOnlySpan<byte> catalogue)
    {
        if (!catalogue.IsEmpty && _ledger.Catalogue.IsEmpty && _lastNumber > 0)
            _ledger.NoteCatalogue(catalogue);
    }

    /// <summary>Takes records from the beginning of what waits.</summary>
    /// <returns>Bytes that are no longer needed; 0 = call again.</returns>
    public int Append(ReadOnlySpan<byte> pending)
    {
        int first = RecordLayout.SizeOf(pending);
        ReadOnlySpan<byte> batch = pending[..Math.Max(first, RecordBatch.BytesWithin(pending, _options.CommitBytes))];
        if (TryBegin())
        {
            long room = _maxBytes - _open!.Info.WrittenBytes;
            if ((first > room || IsTooOld) && !_open.IsEmpty)
            {
                End();
                return 0;
            }

            batch = batch[..Math.Max(first, RecordBatch.BytesWithin(batch, room))];
            if (Write(batch))
                return batch.Length;
        }

        _ledger.DeclareDropped(batch);
        return batch.Length;
    }

    /// <summary>fsync of what is written; moves `durable` on.</summary>
    public void Sync()
    {
        if (_open is null || !IsDirty)
            return;
        FileOutcome outcome = _open.Flush();
        _parts.Counters.CountSync(outcome.IsOk);
        IsDirty = false;
        if (outcome.IsOk)
        {
            _ledger.MoveDurable();
            return;
        }

        _ledger.DeclareNotDurable();
        CloseSuspect(outcome);
    }

    /// <summary>
    /// Looks whether the folder is still there and whether others filled the disk, and tries to record where nothing is
    /// recorded.
    /// </summary>
    public void CheckFolder()
    {
        if (_open is { IsThere: false })
            LeaveVanished();
        if (_open is not null && MeasureRoom(0, "continue in", out _) is { Fault: FileFault.Full } full)
        {
            End();
            Stop(full);
        }

        TryBegin();
    }

    /// <summary>Retention removed segments.</summary>
    public void SegmentsRemoved() => _ledger.MoveOldest();

    /// <summary>Ends the segment cleanly: everything durable, the index written.</summary>
    public void End()
    {
        Sync();
        Close(suspect: false);
    }

    /// <inheritdoc/>
    public void Dispose() => _open?.Dispose();

    private bool IsTooOld =>
        _options.MaxSegmentAge > TimeSpan.Zero && _time.GetElapsedTime(_begunAt) >= _options.MaxSegmentAge;

    private bool TryBegin()
    {
        if (_open is not null)
            return true;
        if (_time.GetTimestamp() < _retryAt)
            return false;

        // The folder may have gone while nothing was recorded: a disk that was replaced, or unmounted.
        FileOutcome outcome = _files.CreateFolder();
        if (outcome.IsOk)
            outcome = MeasureRoom(
                Math.Min(_options.EffectiveSegmentBytes, MinSegmentBytes), "begin a segment in", out _maxBytes);
        if (outcome.IsOk)
            outcome = OpenSegment.Begin(_files, new SegmentName(_epoch, _lastNumber + 1), _ledger.Catalogue, out _open);
        if (!outcome.IsOk)
        {
            // An empty segment that could not be deleted keeps its number.
            _lastNumber += outcome.Fault == FileFault.Exists ? 1u : 0;
            Stop(outcome);
            return false;
        }

        _begunAt = _time.GetTimestamp();
        _ledger.BeginSegment();
        _parts.Segments.Add(_open!.Info);
        _parts.Counters.CountSegment();
        if (!Status.IsRecording)
            EnterRecording();
        return true;
    }

    private void EnterRecording()
    {
        ForgetVanished();
        SetStatus(Status with { IsRecording = true, Reason = null, SinceNs = _time.NowNs() });
    }

    // A full segment may not reach into what state and logs need: on a disk that is nearly full it has less.
    private FileOutcome MeasureRoom(long min, string operation, out long room)
    {
        FileOutcome outcome = _files.FreeBytes(out long free);
        room = Math.Min(free - _options.ReservedBytes, _options.EffectiveSegmentBytes);
        return outcome.IsOk && room < min
            ? FileOutcome.Failed(
                FileFault.Full,
                operation,
                _files.Folder,
                $"{free} bytes are free, {_options.ReservedBytes} are reserved, and a segment needs {min}")
            : outcome;
    }

    // A failed write is tried once more in a new segment: the fault may be in a place of the disk.
    private bool Write(ReadOnlySpan<byte> records)
    {
        FileOutcome outcome = _open!.Write(records);
        if (!outcome.IsOk)
        {
            CloseAfterFailedWrite(outcome);
            if (!TryBegin())
                return false;
            outcome = _open.Write(records);
        }

        if (outcome.IsOk)
        {
            _ledger.Written(_open.Info, records);
            _lastNumber = _open.Info.Name.Number;
            IsDirty = true;
            return true;
        }

        CloseAfterFailedWrite(outcome);
        Stop(outcome);
        return false;
    }

    private void CloseAfterFailedWrite(FileOutcome outcome)
    {
        _parts.Counters.CountWriteFailure();
        Sync();
        CloseSuspect(outcome);
    }

    private void CloseSuspect(FileOutcome outcome)
    {
        Close(suspect: true);
        _retryAt = _time.GetTimestamp();
        SetStatus(Failed(Status, outcome));
    }

    private void Close(bool suspect)
    {
        if (_open is null)
            return;
        if (!_open.Close(suspect))
            _parts.Counters.CountIndexFailure();
        if (_open.IsEmpty)
            _parts.Segments.Remove(_open.Info);
        Leave();
    }

    private void Leave()
    {
        _open?.Dispose();
        _open = null;
        IsDirty = false;
    }

    // The bytes of an unlinked file can still be written, and would never be found.
    private void LeaveVanished()
    {
        _ledger.DeclareVanished();
        _open!.Info.Close(suspect: true);
        Leave();
        _ledger.BeginSegment();
        _ledger.MoveOldest();
        Stop(FileOutcome.Failed(FileFault.Missing, "find", _files.Folder, "the open segment was taken away"));
        _retryAt = _time.GetTimestamp();
    }

    private void ForgetVanished()
    {
        List<DiskFileEntry> found = [];
        if (!_files.List(found).IsOk)
            return;
        HashSet<string> there = [.. found.Select(file => file.Name)];
        foreach (Segment segment in _parts.Segments.All)
        {
            if (!there.Contains(segment.Name.File))
                _parts.Segments.Remove(segment);
        }

        _ledger.MoveOldest();
    }

    private void Stop(FileOutcome outcome)
    {
        _retryAt = _time.GetTimestampAfter(_options.RetryInterval);
        SetStatus(Failed(Status, outcome) with
        {
            IsRecording = false,
            Reason = outcome.ToString(),
            SinceNs = Status.IsRecording ? _time.NowNs() : Status.SinceNs,
        });
    }

    private static JournalStatus Failed(JournalStatus status, FileOutcome outcome) =>
        status with { Fault = outcome.Fault, LastFailure = outcome.ToString(), Failures = status.Failures + 1 };

    private void SetStatus(JournalStatus status) => Volatile.Write(ref _status, status);
}

/// <summary>What the parts of a journal share.</summary>
/// <param name="Segments">The segments; the journal thread changes them.</param>
/// <param name="Marks">How far each stream is.</param>
/// <param name="Gaps">What is missing.</param>
/// <param name="Counters">What was done.</param>
internal sealed record JournalParts(SegmentSet Segments, WatermarkTable Marks, GapLog Gaps, JournalCounters Counters);

/// <summary>
/// Cuts what waits in the ring into what is written in one call. The records are our own: their lengths are trusted.
/// </summary>
internal static class RecordBatch
{
    /// <summary>
    /// Bytes of the whole records at the beginning that fit in <paramref name="max"/>; 0 when not even the first does.
    /// </summary>
    public static int BytesWithin(ReadOnlySpan<byte> pending, long max)
    {
        int at = 0;
        while (RecordRingBuffer.HoldsRecord(pending[at..]))
        {
            int size = RecordLayout.SizeOf(pending[at..]);
            if (at + size > max)
                break;
            at += size;
        }

        return at;
    }
}
