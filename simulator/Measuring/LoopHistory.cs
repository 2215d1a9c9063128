namespace Simulator.Measuring;

/// <summary>
/// The newest ticks of several quantities: a ring, column by column. One thread. Before tick 0 every quantity has the
/// value that it has at tick 0, so that a chain with a delay begins settled.
/// </summary>
public sealed class LoopHistory
{
    // Columns that are a power of two apart would all begin in the same set of the first cache, and a tick writes one
    // value of each.
    private const int ColumnGap = 8;

    private readonly double[] _values;
    private readonly int _quantities;
    private readonly int _capacity;
    private readonly int _stride;

    /// <summary>Takes the memory of the ring; none is taken later.</summary>
    /// <param name="quantities">Values of a tick, from 1.</param>
    /// <param name="capacityTicks">Ticks that are kept: a power of two. <see cref="MeasuredColumn.OldestTickNeeded"/>
    /// and <see cref="MeasuredColumn.NewestTickNeeded"/> of a block give how many a column reads.</param>
    public LoopHistory(int quantities, int capacityTicks)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(quantities, 1);
        if (capacityTicks < 1 || !int.IsPow2(capacityTicks))
            throw new ArgumentOutOfRangeException(nameof(capacityTicks), capacityTicks, "must be a power of two");
        _quantities = quantities;
        _capacity = capacityTicks;
        _stride = checked(capacityTicks + ColumnGap);
        _values = new double[checked(quantities * _stride)];
    }

    /// <summary>Ticks added since the beginning; the newest is one less.</summary>
    public long Ticks { get; private set; }

    /// <summary>Ticks that are kept; a power of two.</summary>
    public int Capacity => _capacity;

    /// <summary>Adds the next tick.</summary>
    /// <param name="quantities">One value of each quantity.</param>
    public void Add(ReadOnlySpan<double> quantities)
    {
        if (quantities.Length != _quantities)
            ThrowCount(quantities.Length);
        if (Ticks == 0)
            Settle(quantities);
        int slot = (int)(Ticks & (_capacity - 1));
        double[] values = _values;
        foreach (double value in quantities)
        {
            values[slot] = value;
            slot += _stride;
        }

        Ticks++;
    }

    /// <summary>Clears everything; the next tick is tick 0 again.</summary>
    public void Restart() => Ticks = 0;

    /// <summary>The ring of one quantity: tick n is at n modulo <see cref="Capacity"/>.</summary>
    public ReadOnlySpan<double> Column(int quantity) => _values.AsSpan(quantity * _stride, _capacity);

    /// <summary>
    /// The value of a quantity at a tick that is still kept; ticks before 0 hold the value of tick 0.
    /// </summary>
    public double this[int quantity, long tick] => Column(quantity)[(int)(tick & (_capacity - 1))];

    /// <summary>True when both ends and all ticks between them are kept.</summary>
    public bool Holds(long oldestTick, long newestTick) => newestTick < Ticks && oldestTick >= Ticks - _capacity;

    private void Settle(ReadOnlySpan<double> quantities)
    {
        for (int q = 0; q < quantities.Length; q++)
            _values.AsSpan(q * _stride, _capacity).Fill(quantities[q]);
    }

    private void ThrowCount(int count) =>
        throw new ArgumentException($"{count} quantities in a tick; the history was made for {_quantities}");
}
