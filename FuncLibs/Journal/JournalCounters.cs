using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Journal;

/// <summary>What the journal did since the start. Each counter has one writing thread, any thread reads.</summary>
public sealed class JournalCounters
{
    private long _records;
    private long _bytes;
    private long _syncs;
    private long _syncFailures;
    private long _writeFailures;
    private long _segments;
    private long _retired;
    private long _retiredNeeded;
    private long _indexFailures;

    /// <summary>Records written.</summary>
    public long Records => Volatile.Read(ref _records);

    /// <summary>Bytes of them.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>fsyncs of segments that went well.</summary>
    public long Syncs => Volatile.Read(ref _syncs);

    /// <summary>fsyncs that failed; each is an alarm.</summary>
    public long SyncFailures => Volatile.Read(ref _syncFailures);

    /// <summary>Writes that failed; each is an alarm.</summary>
    public long WriteFailures => Volatile.Read(ref _writeFailures);

    /// <summary>Segments begun.</summary>
    public long Segments => Volatile.Read(ref _segments);

    /// <summary>Segments removed by retention.</summary>
    public long Retired => Volatile.Read(ref _retired);

    /// <summary>Of these, removed for the quota although a consumer still needed them.</summary>
    public long RetiredNeeded => Volatile.Read(ref _retiredNeeded);

    /// <summary>Indexes that could not be written; they are made again at the next start.</summary>
    public long IndexFailures => Volatile.Read(ref _indexFailures);

    /// <summary>Bytes that the journal thread allocated.</summary>
    public ThreadAllocation Allocation { get; } = new();

    internal void CountWrite(int records, int bytes)
    {
        Volatile.Write(ref _records, _records + records);
        Volatile.Write(ref _bytes, _bytes + bytes);
    }

    internal void CountSync(bool ok) => Count(ref ok ? ref _syncs : ref _syncFailures);

    internal void CountWriteFailure() => Count(ref _writeFailures);

    internal void CountSegment() => Count(ref _segments);

    internal void CountIndexFailure() => Count(ref _indexFailures);

    internal void CountRetired(bool needed)
    {
        Count(ref _retired);
        if (needed)
            Count(ref _retiredNeeded);
    }

    private static void Count(ref long counter) => Volatile.Write(ref counter, counter + 1);
}
