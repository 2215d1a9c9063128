using FuncLibs.Journal.Retention;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// The journal thread: what waits in the ring is written when 1 MiB waits or 10 ms are over; fsync comes when the one
/// before has returned and 10 ms have passed since it began, never by bytes. Once a second it looks after folder and
/// quota.
/// </summary>
internal sealed class JournalLoop(
    RecordRingBuffer ring,
    JournalSink sink,
    SegmentRetention retention,
    JournalOptions options,
    JournalCounters counters,
    TimeProvider time)
{
    private long _lastSync = time.GetTimestamp();
    private long _lastMaintained = time.GetTimestamp();
    private long _segments;

    /// <summary>
    /// Runs until <paramref name="stop"/>, then writes what waits, makes it durable and closes the segment.
    /// </summary>
    public void Run(CancellationToken stop)
    {
        int interval = Math.Max(1, (int)options.CommitInterval.TotalMilliseconds);
        using CancellationTokenRegistration wake = stop.Register(ring.Wake);
        while (!stop.IsCancellationRequested)
        {
            ring.Wait(interval);
            Step();
            counters.Allocation.Sample();
        }

        Finish();
    }

    /// <summary>One turn: writes all that waits, and syncs and looks around when it is time.</summary>
    public void Step()
    {
        WriteWaiting();
        if (time.GetElapsedTime(_lastMaintained) >= options.RetryInterval)
            Maintain();
    }

    /// <summary>Writes all that waits and ends the segment.</summary>
    public void Finish()
    {
        while (ring.Held > 0)
            WriteWaiting();
        sink.End();
    }

    /// <summary>Begins the first segment, so that the status is known before the first record.</summary>
    public void Maintain()
    {
        _lastMaintained = time.GetTimestamp();
        if (retention.Apply())
            sink.SegmentsRemoved();
        sink.CheckFolder();
    }

    // At most a ring's worth a turn: a producer that is never slower than the disk must not keep retention from its
    // turn.
    private void WriteWaiting()
    {
        for (long left = ring.Capacity; left > 0 && ring.Held > 0;)
        {
            ReadOnlySpan<byte> pending = ring.Peek();
            while (RecordRingBuffer.HoldsRecord(pending))
            {
                int taken = sink.Append(pending);
                ring.Release(taken);
                pending = pending[taken..];
                left -= taken;
                SyncWhenDue();
                KeepQuota();
            }
        }

        SyncWhenDue();
    }

    // A segment more may be one too many.
    private void KeepQuota()
    {
        if (counters.Segments == _segments)
            return;
        _segments = counters.Segments;
        if (retention.Apply())
            sink.SegmentsRemoved();
    }

    private void SyncWhenDue()
    {
        if (!sink.IsDirty || time.GetElapsedTime(_lastSync) < options.CommitInterval)
            return;
        _lastSync = time.GetTimestamp();
        sink.Sync();
    }
}
