using System.Collections.Immutable;
using System.Numerics;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Runtime.Rings;
using FuncLibs.Signals.Buckets;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;

namespace SignalMonitor.Taps;

/// <summary>
/// Hands the columns that browsers requested from the compute thread of a stream to the live thread. The live thread
/// makes it, with all its memory, for one selection of one description; another selection is another tap. The compute
/// thread copies into a free slot, or counts the block as dropped when there is none: it never waits, locks or
/// allocates. The arithmetic closes at every moment: <see cref="Offered"/> = <see cref="Taken"/> +
/// <see cref="Dropped"/> + <see cref="Held"/>.
/// </summary>
internal sealed class LiveTap : IDisposable
{
    /// <summary>Bytes of all slots together, unless one block alone takes more than a fourth of them.</summary>
    public const long MaxBytes = 16L << 20;

    private const int MinSlots = 4;
    private const int MaxSlots = 512;
    private const double SlotSeconds = 0.5;

    private readonly SpscRing<LiveSlot> _free;
    private readonly SpscRing<LiveSlot> _filled;
    private readonly int[] _offsets;

    // Compute thread: where the plan of calculated channels has them.
    private readonly int[] _places;
    private VariablePlan? _plan;
    private long _dropped;

    /// <summary>An empty tap; allocates everything now.</summary>
    /// <param name="description">What the stream is.</param>
    /// <param name="columns">What is copied.</param>
    public LiveTap(StreamDescription description, ImmutableArray<LiveColumn> columns)
    {
        (Description, Columns) = (description, columns);
        _offsets = new int[columns.Length];
        _places = new int[columns.Length];
        _places.AsSpan().Fill(-1);
        int values = 0;
        for (int i = 0; i < columns.Length; i++)
        {
            _offsets[i] = values;
            values = checked(values + columns[i].Points);
        }

        int slots = SlotsFor(description, columns);
        (_free, _filled) = (new SpscRing<LiveSlot>(slots), new SpscRing<LiveSlot>(slots));
        for (int i = 0; i < slots; i++)
            _free.TryWrite(new LiveSlot(values, columns.Length));
    }

    /// <summary>What the stream is.</summary>
    public StreamDescription Description { get; }

    /// <summary>What is copied.</summary>
    public ImmutableArray<LiveColumn> Columns { get; }

    /// <summary>Blocks that the compute thread offered.</summary>
    public long Offered => _filled.Offered + Dropped;

    /// <summary>Blocks that found no free slot, or were not as described. Any thread.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    /// <summary>Blocks that the live thread took.</summary>
    public long Taken => _filled.Taken;

    /// <summary>Blocks that wait.</summary>
    public int Held => _filled.Count;

    /// <summary>True once a block went in. Any thread.</summary>
    public bool HasBegun => _filled.Written > 0;

    /// <summary>Bytes that a tap takes.</summary>
    public static long BytesFor(StreamDescription description, ImmutableArray<LiveColumn> columns) =>
        SlotsFor(description, columns) * BytesOfSlot(columns);

    /// <summary>Compute thread: copies the selected columns of a block.</summary>
    /// <param name="block">A block that was computed.</param>
    /// <param name="stream">What it is a block of.</param>
    /// <param name="acquiredNs">Due time of its first sample, UTC ns.</param>
    /// <param name="dueNs">Due time of its end, UTC ns.</param>
    /// <param name="plan">The calculated channels, which have just run over it; null none.</param>
    public void Offer(CDataBlock block, StreamDescription stream, long acquiredNs, long dueNs, VariablePlan? plan)
    {
        if (!ReferenceEquals(stream, Description) || !_free.TryRead(out LiveSlot slot))
        {
            Volatile.Write(ref _dropped, _dropped + 1);
            return;
        }

        if (!ReferenceEquals(plan, _plan))
            Follow(plan);
        (slot.FirstIndex, slot.BasePoints) = (block.FirstSampleIndex, BlockTime.PointsOf(block, stream));
        (slot.AcquiredNs, slot.DueNs) = (Math.Clamp(acquiredNs, -BucketGrid.MaxTimeNs, BucketGrid.MaxTimeNs), dueNs);
        for (int i = 0; i < Columns.Length; i++)
            slot.Counts[i] = Copy(block, plan, i, slot.Values.AsSpan(_offsets[i], Columns[i].Points));
        _filled.TryWrite(slot);
    }

    /// <summary>Live thread: the oldest block that waits; it is given back by <see cref="Return"/>.</summary>
    public bool TryTake(out LiveSlot slot) => _filled.TryRead(out slot);

    /// <summary>Live thread: a block that was read.</summary>
    public void Return(LiveSlot slot) => _free.TryWrite(slot);

    /// <summary>Live thread: the samples of a column in a block.</summary>
    public ReadOnlySpan<double> Values(LiveSlot slot, int column) =>
        slot.Values.AsSpan(_offsets[column], slot.Counts[column]);

    /// <summary>Live thread, once the compute thread has left it.</summary>
    public void Dispose()
    {
        _free.Dispose();
        _filled.Dispose();
    }

    // A column with more samples than described has none: the first of them alone would be at the wrong time.
    private int Copy(CDataBlock block, VariablePlan? plan, int column, Span<double> to)
    {
        LiveColumn wanted = Columns[column];
        ReadOnlySpan<double> values;
        if (wanted.Address is not { } address)
        {
            values = _places[column] < 0 ? default : wanted.ValuesIn(plan!, _places[column], to);
        }
        else if (BlockSamples.PointsOf(block, address) > to.Length)
        {
            return 0;
        }
        else
        {
            values = SignalColumns.Get(block, address, to);
            if (address.IsBit || address.IsInteger)
                return values.Length;
        }

        if (values.Length > to.Length)
            return 0;
        values.CopyTo(to);
        return values.Length;
    }

    // An edit of any calculated channel is another plan; those that it left as they were continue without a gap.
    private void Follow(VariablePlan? plan)
    {
        _plan = plan;
        for (int i = 0; i < Columns.Length; i++)
        {
            if (Columns[i].Address is null)
                _places[i] = plan is null ? -1 : Columns[i].PlaceIn(Description, plan.Variables);
        }
    }

    private static int SlotsFor(StreamDescription description, ImmutableArray<LiveColumn> columns)
    {
        double rate = double.IsFinite(description.BlocksPerSecond) ? description.BlocksPerSecond : 0;
        double wanted = Math.Clamp(rate * SlotSeconds, 2 * MinSlots, MaxSlots);
        int slots = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Ceiling(wanted));
        while (slots > MinSlots && slots * BytesOfSlot(columns) > MaxBytes)
            slots /= 2;
        return slots;
    }

    private static long BytesOfSlot(ImmutableArray<LiveColumn> columns)
    {
        const int Overhead = 128;
        long values = 0;
        foreach (LiveColumn column in columns)
            values += column.Points;
        return (values * sizeof(double)) + (columns.Length * sizeof(int)) + Overhead;
    }
}
