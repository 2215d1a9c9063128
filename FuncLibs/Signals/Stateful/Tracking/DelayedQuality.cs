namespace FuncLibs.Signals.Stateful.Tracking;

/// <summary>The quality of the value length - 1 before, in a ring of as many; what was never there is invalid.</summary>
internal sealed class DelayedQuality : IQualityMemory
{
    private readonly Quality[] _ring;
    private int _oldest;
    private int _notGood;

    public DelayedQuality(int length)
    {
        _ring = new Quality[length - 1];
        Reset();
    }

    /// <inheritdoc/>
    public bool IsSettled => _notGood == 0;

    /// <inheritdoc/>
    public Quality Next(Quality input)
    {
        if (_ring.Length == 0)
            return input;
        Quality past = _ring[_oldest];
        _ring[_oldest] = input;
        _oldest = _oldest + 1 == _ring.Length ? 0 : _oldest + 1;
        _notGood += (input != Quality.Good ? 1 : 0) - (past != Quality.Good ? 1 : 0);
        return past;
    }

    /// <inheritdoc/>
    public void Gap() => Reset();

    /// <inheritdoc/>
    public void Reset()
    {
        Array.Fill(_ring, Quality.Invalid);
        (_oldest, _notGood) = (0, _ring.Length);
    }

    /// <inheritdoc/>
    public void Save(StateWriter target)
    {
        for (int i = 0; i < _ring.Length; i++)
            target.Add((long)_ring[(_oldest + i) % _ring.Length]);
    }

    /// <inheritdoc/>
    public bool TryLoad(ref StateReader source)
    {
        Reset();
        for (int i = 0; i < _ring.Length; i++)
        {
            if (!source.TryTake((long)Quality.Good, (long)Quality.Invalid, out long quality))
                return false;
            _ = Next((Quality)quality);
        }

        return true;
    }
}
