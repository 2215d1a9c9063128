using System.Numerics;

namespace FuncLibs.Signals.Limits.Breaks;

/// <summary>
/// Keeps the newest full-rate samples of some columns, and after a trigger hands out those from before and after it,
/// once:
/// <code>
///  compute:  Begin, Write each column, Trigger, End ... [post samples later] finished
///  recorder:                                                        TryTake, CopyTo each column, Release
/// </code>
/// Memory is taken once. While a finished capture is not released nothing is overwritten: blocks are passed over and
/// counted, and the compute thread never waits. The stage hands the memory over: the compute thread stores it as
/// finished (release), the recorder as free again.
/// </summary>
public sealed class PrePostBuffer
{
    private const int Filling = 0;
    private const int Finished = 1;
    private const int Taken = 2;

    private readonly double[] _values;
    private readonly int _capacity;
    private readonly PrePostSize _size;

    // Compute thread while the stage is filling, recorder while it is taken.
    private long _begin;
    private long _end;
    private long _trigger;

    // Compute thread.
    private long _blockFirst;
    private bool _isTriggered;
    private long _passedOver;
    private long _refused;

    // Both.
    private int _stage;

    /// <summary>An empty buffer.</summary>
    /// <param name="size">What it holds.</param>
    /// <exception cref="ArgumentException">The size has a fault; <see cref="PrePostSize.Fault"/> finds it
    /// before.</exception>
    public PrePostBuffer(PrePostSize size)
    {
        if (size.Fault is { } fault)
            throw new ArgumentException(fault, nameof(size));
        (_size, _capacity) = (size, (int)size.Capacity);
        _values = new double[size.Columns * _capacity];
    }

    /// <summary>
    /// Blocks that were not kept, because a capture waits for the recorder or the block was too long.
    /// </summary>
    public long Skipped => Volatile.Read(ref _passedOver);

    /// <summary>Triggers that got no capture of their own, because another was under way.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>True while a capture waits for the recorder, or is with it.</summary>
    public bool IsHolding => Volatile.Read(ref _stage) != Filling;

    /// <summary>
    /// Compute: begins a block; every column is written next. Samples that are missing before it are NaN; an index that
    /// goes back is a new count.
    /// </summary>
    /// <returns>False when the block is passed over.</returns>
    public bool Begin(long firstIndex, int points)
    {
        if (_isTriggered && (firstIndex < _end || firstIndex >= _trigger + _size.Post))
            Finish();
        if (points > _size.MaxBlock || Volatile.Read(ref _stage) != Filling)
        {
            Volatile.Write(ref _passedOver, _passedOver + 1);
            return false;
        }

        if (_begin == _end || firstIndex < _end || firstIndex - _end >= _capacity)
            (_begin, _end) = (firstIndex, firstIndex);
        for (int column = 0; column < _size.Columns; column++)
            Fill(column, _end, (int)(firstIndex - _end));
        _blockFirst = firstIndex;
        _end = firstIndex + points;
        _begin = Math.Max(_begin, _end - _capacity);
        return true;
    }

    /// <summary>
    /// Compute: the values of one column in the block that was begun. One that is shorter than the block has NaN
    /// behind.
    /// </summary>
    public void Write(int column, ReadOnlySpan<double> values)
    {
        int points = (int)Math.Min(values.Length, _end - _blockFirst);
        int place = PlaceOf(_blockFirst);
        int first = Math.Min(points, _capacity - place);
        values[..first].CopyTo(RowOf(column)[place..]);
        values[first..points].CopyTo(RowOf(column));
        Fill(column, _blockFirst + points, (int)(_end - _blockFirst) - points);
    }

    /// <summary>Compute: something happened at a sample of the block that was written last.</summary>
    /// <returns>False when another capture is under way or waits, or the sample is not held.</returns>
    public bool Trigger(long index)
    {
        if (_isTriggered || Volatile.Read(ref _stage) != Filling || index < _begin || index >= _end)
        {
            Volatile.Write(ref _refused, _refused + 1);
            return false;
        }

        (_isTriggered, _trigger) = (true, index);
        return true;
    }

    /// <summary>Compute, after each block: passes on a capture whose last sample came.</summary>
    public void End()
    {
        if (_isTriggered && _end >= _trigger + _size.Post)
            Finish();
    }

    /// <summary>Compute, when the stream ends: passes on what there is of a capture.</summary>
    public void Finish()
    {
        if (!_isTriggered)
            return;
        _isTriggered = false;
        Volatile.Write(ref _stage, Finished);
    }

    /// <summary>Recorder: the capture that is finished; its samples stay until <see cref="Release"/>.</summary>
    public bool TryTake(out PrePostCapture capture)
    {
        capture = default;
        if (Interlocked.CompareExchange(ref _stage, Taken, Finished) != Finished)
            return false;
        long first = Math.Max(_begin, _trigger - _size.Pre);
        capture = new PrePostCapture(first, _trigger, (int)(Math.Min(_end, _trigger + _size.Post) - first));
        return true;
    }

    /// <summary>Recorder, between the two: copies a column of the capture, whose length the target has.</summary>
    public void CopyTo(in PrePostCapture capture, int column, Span<double> target)
    {
        int place = PlaceOf(capture.FirstIndex);
        int first = Math.Min(capture.Points, _capacity - place);
        RowOf(column).Slice(place, first).CopyTo(target);
        RowOf(column)[..(capture.Points - first)].CopyTo(target[first..]);
    }

    /// <summary>
    /// Recorder: gives the memory back; what was passed over meanwhile is missing from the next capture.
    /// </summary>
    public void Release() => Interlocked.CompareExchange(ref _stage, Filling, Taken);

    private void Fill(int column, long from, int points)
    {
        int place = PlaceOf(from);
        int first = Math.Min(points, _capacity - place);
        RowOf(column).Slice(place, first).Fill(double.NaN);
        RowOf(column)[..(points - first)].Fill(double.NaN);
    }

    private Span<double> RowOf(int column) => _values.AsSpan(column * _capacity, _capacity);

    private int PlaceOf(long index) => (int)(index & (_capacity - 1));
}

/// <summary>Size of a <see cref="PrePostBuffer"/>.</summary>
/// <param name="Columns">Columns, 1 or more.</param>
/// <param name="Pre">Samples before the trigger, 0 or more.</param>
/// <param name="Post">Samples from the trigger on, itself among them, 1 or more.</param>
/// <param name="MaxBlock">Longest block, 1 or more.</param>
public readonly record struct PrePostSize(int Columns, int Pre, int Post, int MaxBlock)
{
    /// <summary>Most memory of one buffer in bytes.</summary>
    public const long MaxBytes = 256L << 20;

    /// <summary>
    /// Samples of a column that are kept: a power of two that holds pre, post and a block, so that a trigger anywhere
    /// in a block finds all of its pre.
    /// </summary>
    public long Capacity => (long)BitOperations.RoundUpToPowerOf2((ulong)Pre + (ulong)Post + (ulong)MaxBlock);

    /// <summary>Memory it takes in bytes.</summary>
    public Int128 Bytes => (Int128)Columns * Capacity * sizeof(double);

    /// <summary>What is wrong with it; null when a buffer can be made.</summary>
    public string? Fault
    {
        get
        {
            if (Columns < 1 || Pre < 0 || Post < 1 || MaxBlock < 1)
                return $"capture of {Columns} columns, {Pre} samples before and {Post} after, blocks of {MaxBlock}: "
                    + "all but the samples before must be 1 or more";
            return Bytes <= MaxBytes ? null
                : $"capture needs {Bytes} bytes, more than {MaxBytes}; keep fewer columns or less time";
        }
    }
}

/// <summary>Where a finished capture is. Samples that never came are NaN.</summary>
/// <param name="FirstIndex">Index of its first sample.</param>
/// <param name="TriggerIndex">Index of the sample that triggered it.</param>
/// <param name="Points">Samples of each column.</param>
public readonly record struct PrePostCapture(long FirstIndex, long TriggerIndex, int Points);
