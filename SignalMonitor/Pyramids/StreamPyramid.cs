using System.Numerics;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Rings;
using FuncLibs.Signals.Buckets;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.Pyramids;

/// <summary>
/// The way of a stream's buckets from the compute thread, which folds each block of a recording while it has it, to the
/// thread that writes the pyramid. The compute thread never waits, and does not allocate for a block: a row that finds
/// no free slot is left out, counted, and mended from the frames. The arithmetic closes:
/// <see cref="Handed"/> = <see cref="Settled"/> + what waits.
/// </summary>
internal sealed class StreamPyramid : IPyramidRows, IDisposable
{
    private const long MaxBytes = 4 << 20;
    private const int MinSlots = 16;
    private const int MaxSlots = 128;

    private readonly PyramidFold _fold;
    private readonly List<Pipe> _all = [];

    // Compute thread.
    private Pipe? _writing;
    private long _handed;
    private long _dropped;
    private bool _hasEnded;

    // Recorder's thread.
    private bool _isEndRequested;

    // Writing thread.
    private Pipe? _first;
    private Pipe? _reading;
    private PyramidRow? _waiting;
    private long _settled;
    private bool _isMending;

    /// <summary>Nothing yet.</summary>
    /// <param name="stream">Number of the stream.</param>
    /// <param name="name">Its name.</param>
    /// <param name="floor">What is in the pyramid already.</param>
    public StreamPyramid(uint stream, string name, PyramidPoint floor)
    {
        (Stream, Name) = (stream, name);
        _fold = new PyramidFold(this, floor);
    }

    /// <summary>Number of the stream.</summary>
    public uint Stream { get; }

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>Rows that the compute thread handed over; any thread.</summary>
    public long Handed => Volatile.Read(ref _handed);

    /// <summary>Rows of these that are written, or given up; any thread.</summary>
    public long Settled => Volatile.Read(ref _settled);

    /// <summary>Rows that found no free slot; any thread.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    /// <summary>True while the writing thread reads frames, which may take a while; any thread.</summary>
    public bool IsMending
    {
        get => Volatile.Read(ref _isMending);
        set => Volatile.Write(ref _isMending, value);
    }

    /// <summary>True once the recorder has no more blocks for it; any thread.</summary>
    public bool IsEndRequested
    {
        get => Volatile.Read(ref _isEndRequested);
        set => Volatile.Write(ref _isEndRequested, value);
    }

    /// <summary>True once no more rows come; any thread.</summary>
    public bool HasEnded => Volatile.Read(ref _hasEnded);

    /// <summary>Compute thread: a block of the recording.</summary>
    public void Add(CDataBlock block, in FrameHeader header, StreamDescription stream, VariablePlan? plan) =>
        _fold.Add(block, header, stream, plan);

    /// <summary>Compute thread: hands over what is open.</summary>
    public void HandOver() => _fold.HandOver();

    /// <summary>
    /// Whether the first rows are written or given up, so that no crash of the process takes them; any thread.
    /// </summary>
    /// <param name="handed">How many rows.</param>
    public bool IsSettled(long handed) => Settled >= handed || IsMending;

    /// <summary>Compute thread: the recording has no more blocks.</summary>
    public void End()
    {
        HandOver();
        Volatile.Write(ref _hasEnded, true);
    }

    /// <summary>Writing thread: the oldest row that waits; null none. It stays until it is released.</summary>
    public PyramidRow? Peek()
    {
        if (_waiting is not null)
            return _waiting;
        _reading ??= Volatile.Read(ref _first);
        while (_reading is { } pipe)
        {
            // Nothing is written into a pipe once there is a next one.
            Pipe? next = pipe.Next;
            if (pipe.Filled.TryRead(out PyramidRow row))
                return _waiting = row;
            if (next is null)
                return null;
            _reading = next;
        }

        return null;
    }

    /// <summary>Writing thread: gives back what <see cref="Peek"/> gave.</summary>
    public void Release()
    {
        if (_waiting is { } row)
            _reading!.Free.TryWrite(row);
        _waiting = null;
        Volatile.Write(ref _settled, _settled + 1);
    }

    /// <summary>Both threads have left it.</summary>
    public void Dispose()
    {
        foreach (Pipe pipe in _all)
            pipe.Close();
    }

    void IPyramidRows.Use(PyramidColumns columns)
    {
        Pipe pipe = new(columns);
        _all.Add(pipe);
        if (_writing is { } former)
            former.Next = pipe;
        else
            Volatile.Write(ref _first, pipe);
        _writing = pipe;
    }

    PyramidRow? IPyramidRows.TryRent()
    {
        if (_writing!.Free.TryRead(out PyramidRow row))
            return row;
        Volatile.Write(ref _dropped, _dropped + 1);
        return null;
    }

    void IPyramidRows.Pass(PyramidRow row)
    {
        // As many slots as the ring has cells: it is never full.
        _writing!.Filled.TryWrite(row);
        Volatile.Write(ref _handed, _handed + 1);
    }

    // The slots of one set of columns; another set has other slots.
    private sealed class Pipe
    {
        private Pipe? _next;

        public Pipe(PyramidColumns columns)
        {
            long wanted = MaxBytes / (Bucket.Bytes * (long)Math.Max(1, columns.Count));
            int slots = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Clamp(wanted, MinSlots, MaxSlots));
            (Free, Filled) = (new SpscRing<PyramidRow>(slots), new SpscRing<PyramidRow>(slots));
            for (int i = 0; i < slots; i++)
                Free.TryWrite(new PyramidRow(columns));
        }

        public SpscRing<PyramidRow> Free { get; }

        public SpscRing<PyramidRow> Filled { get; }

        public Pipe? Next
        {
            get => Volatile.Read(ref _next);
            set => Volatile.Write(ref _next, value);
        }

        public void Close()
        {
            Free.Dispose();
            Filled.Dispose();
        }
    }
}
