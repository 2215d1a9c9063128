using SignalMonitor.Taps;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// Two signals of one stream as points of a curve. Of each stride of samples, on the grid of the absolute sample index,
/// the samples with the least and the greatest x and y are kept, in their order: the tips of a loop are never lost,
/// however few points are left. Live thread only.
/// </summary>
/// <remarks>
/// A pair is made for each sample of the slower of the two signals. A stride with no pair of numbers, and a gap between
/// blocks, give one pair of NaN: a break in the curve.
/// </remarks>
internal sealed class PairFeed
{
    private const int KeptOfStride = 4;

    private readonly Pair[] _ring = new Pair[LiveLimits.KeptPairs];
    private readonly Pair[] _kept = new Pair[KeptOfStride];
    private readonly bool _slowerIsX;
    private Extremes _extremes;
    private long _stride;
    private long _nextIndex = long.MinValue;

    /// <summary>An empty feed.</summary>
    /// <param name="x">The signal to the right.</param>
    /// <param name="y">The signal upwards.</param>
    /// <param name="perSecond">Pairs a second that it gives at most.</param>
    public PairFeed(LiveColumn x, LiveColumn y, int perSecond)
    {
        (X, Y, PerSecond) = (x, y, perSecond);
        _slowerIsX = x.RateHz <= y.RateHz;
        Stride = StrideFor(Slower.RateHz, perSecond);
    }

    /// <summary>Bytes of a feed.</summary>
    public const long Bytes = LiveLimits.KeptPairs * 3 * sizeof(double);

    /// <summary>The signal to the right.</summary>
    public LiveColumn X { get; }

    /// <summary>The signal upwards.</summary>
    public LiveColumn Y { get; }

    /// <summary>Pairs a second that were requested.</summary>
    public int PerSecond { get; }

    /// <summary>Samples of which it keeps at most four.</summary>
    public long Stride { get; }

    /// <summary>Pairs that were made so far: the number of the next one.</summary>
    public long Written { get; private set; }

    /// <summary>Number of the oldest pair that is kept.</summary>
    public long Oldest => Math.Max(0, Written - _ring.Length);

    private LiveColumn Slower => _slowerIsX ? X : Y;

    /// <summary>A pair by its number, from <see cref="Oldest"/> to <see cref="Written"/> - 1.</summary>
    public Pair this[long number] => _ring[(int)(number % _ring.Length)];

    /// <summary>How many samples of a rate share four pairs.</summary>
    public static long StrideFor(double rateHz, int perSecond) =>
        rateHz <= perSecond ? 1 : Math.Max(1, (long)Math.Ceiling(KeptOfStride * rateHz / perSecond));

    /// <summary>Adds the samples of a block.</summary>
    /// <param name="x">Samples of the signal to the right.</param>
    /// <param name="y">Samples of the signal upwards.</param>
    /// <param name="block">The block.</param>
    public void Add(ReadOnlySpan<double> x, ReadOnlySpan<double> y, LiveSlot block)
    {
        if (_nextIndex != long.MinValue && block.FirstIndex != _nextIndex)
            Break(block.AcquiredNs);
        _nextIndex = block.FirstIndex + block.BasePoints;
        int count = Math.Min(x.Length, y.Length);
        long first = count == 0 ? 0 : IndexOf(block);
        for (int i = 0; i < count; i++)
        {
            Pair pair = new(
                block.AcquiredNs + Slower.Times.OffsetNs(block.FirstIndex, i),
                x[(int)((long)i * x.Length / count)],
                y[(int)((long)i * y.Length / count)]);
            if (Stride == 1)
                Write(pair);
            else
                Append(first + i, pair);
        }
    }

    // Of the slower signal: its first sample in the block.
    private long IndexOf(LiveSlot block)
    {
        if (Slower.IsScalar || Slower.Address is { IsBit: true })
            return block.FirstIndex / Math.Max(1, block.BasePoints);
        (long num, long den) = (Slower.Times.RateNum, Math.Max(1, Slower.Times.RateDen));
        return (long)Int128.Clamp(
            (((Int128)block.FirstIndex * num) + den - 1) / den, long.MinValue / 2, long.MaxValue / 2);
    }

    /// <summary>
    /// The pairs from one on, no more than <paramref name="max"/>: of each run of them the extremes, as of a stride of
    /// samples.
    /// </summary>
    public Pair[] Decimated(long from, int max)
    {
        long run = Math.Max(1, ((Written - from) * KeptOfStride / max) + 1);
        List<Pair> kept = [];
        Extremes extremes = default;
        for (long number = from; number < Written; number++)
        {
            Pair pair = this[number];
            if (pair.IsNumber)
                extremes.Add(pair);
            if (!pair.IsNumber || (number - from + 1) % run == 0 || number == Written - 1)
                kept.AddRange(extremes.Append(_kept));
            // A break of the curve stays one, however many blocks are missing.
            if (!pair.IsNumber && (kept.Count == 0 || kept[^1].IsNumber))
                kept.Add(pair);
        }

        return [.. kept.Skip(kept.Count - max)];
    }

    private void Append(long index, in Pair pair)
    {
        long stride = (index / Stride) - (index % Stride < 0 ? 1 : 0);
        if (stride != _stride)
            EndStride();
        _stride = stride;
        _extremes.Add(pair);
    }

    private void EndStride()
    {
        foreach (Pair pair in _extremes.Append(_kept))
            Write(pair);
    }

    private void Break(long ns)
    {
        EndStride();
        Write(new Pair(ns, double.NaN, double.NaN));
    }

    private void Write(in Pair pair) => _ring[(int)(Written++ % _ring.Length)] = pair;

    // The pairs with the least and the greatest x and y of some.
    private struct Extremes
    {
        private Pair _minX;
        private Pair _maxX;
        private Pair _minY;
        private Pair _maxY;
        private bool _any;

        public void Add(in Pair pair)
        {
            if (!_any || (!_minX.IsNumber && pair.IsNumber))
                (_minX, _maxX, _minY, _maxY, _any) = (pair, pair, pair, pair, true);
            if (!pair.IsNumber)
                return;
            _minX = pair.X < _minX.X ? pair : _minX;
            _maxX = pair.X > _maxX.X ? pair : _maxX;
            _minY = pair.Y < _minY.Y ? pair : _minY;
            _maxY = pair.Y > _maxY.Y ? pair : _maxY;
        }

        // In the order of time, each once; begins again.
        public ReadOnlySpan<Pair> Append(Span<Pair> into)
        {
            if (!_any)
                return [];
            (into[0], into[1], into[2], into[3]) = (_minX, _maxX, _minY, _maxY);
            into.Sort(static (a, b) => a.Ns.CompareTo(b.Ns));
            int count = 1;
            for (int i = 1; i < KeptOfStride; i++)
            {
                if (into[i].Ns != into[count - 1].Ns)
                    into[count++] = into[i];
            }

            this = default;
            return into[..count];
        }
    }
}

/// <summary>A point of a curve.</summary>
/// <param name="Ns">When its samples are due, UTC ns.</param>
/// <param name="X">To the right.</param>
/// <param name="Y">Upwards.</param>
internal readonly record struct Pair(long Ns, double X, double Y)
{
    /// <summary>False when one of the two is NaN.</summary>
    public bool IsNumber => !double.IsNaN(X) && !double.IsNaN(Y);
}
