using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Stateful;

/// <summary>The state of a <see cref="QualityTracker"/> for one kind of rule.</summary>
internal interface IQualityState
{
    /// <summary>True when any number of good inputs would all come out good and change nothing.</summary>
    bool IsSettled { get; }

    Quality Next(Quality input);

    void Gap();

    void Reset();

    void Save(StateWriter target);

    /// <summary>False when the words do not fit; the state is then to be reset.</summary>
    bool TryLoad(ref StateReader source);
}

/// <summary>The quality of the value itself, and at least uncertain once something was not good or missing.</summary>
internal sealed class RunningQuality : IQualityState
{
    private bool _isTainted;

    /// <inheritdoc/>
    public bool IsSettled => !_isTainted;

    /// <inheritdoc/>
    public Quality Next(Quality input)
    {
        _isTainted |= input != Quality.Good;
        return _isTainted && input == Quality.Good ? Quality.Uncertain : input;
    }

    /// <inheritdoc/>
    public void Gap() => _isTainted = true;

    /// <inheritdoc/>
    public void Reset() => _isTainted = false;

    /// <inheritdoc/>
    public void Save(StateWriter target) => target.Add(_isTainted ? 1L : 0L);

    /// <inheritdoc/>
    public bool TryLoad(ref StateReader source)
    {
        bool fits = source.TryRead(0, 1, out long tainted);
        _isTainted = tainted == 1;
        return fits;
    }
}

/// <summary>
/// The quality of the value length - 1 before, in a ring of as many; what was never there is invalid.
/// </summary>
internal sealed class DelayedQuality : IQualityState
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
            if (!source.TryRead((long)Quality.Good, (long)Quality.Invalid, out long quality))
                return false;
            _ = Next((Quality)quality);
        }

        return true;
    }
}

/// <summary>
/// The worst quality among the last values. For each quality that is not good it counts for how many more values it
/// lasts, so no window of qualities is kept; a window that is not full is one that begins with an uncertain value, or
/// an invalid one after a gap.
/// </summary>
internal sealed class WindowQuality(int length) : IQualityState
{
    private Lasting _left = new Lasting().Begun(Quality.Uncertain, length);

    /// <inheritdoc/>
    public bool IsSettled { get; private set; } = length == 1;

    /// <inheritdoc/>
    public Quality Next(Quality input)
    {
        if (input != Quality.Good)
            _left[(int)input] = length;
        Quality worst = Quality.Good;
        for (int quality = (int)Quality.Uncertain; quality <= (int)Quality.Invalid; quality++)
        {
            if (_left[quality] == 0)
                continue;
            worst = (Quality)quality;
            _left[quality]--;
        }

        IsSettled = _left.IsOver;
        return worst;
    }

    /// <inheritdoc/>
    public void Gap() => Begin(Quality.Invalid);

    /// <inheritdoc/>
    public void Reset() => Begin(Quality.Uncertain);

    /// <inheritdoc/>
    public void Save(StateWriter target)
    {
        for (int quality = (int)Quality.Uncertain; quality <= (int)Quality.Invalid; quality++)
            target.Add((long)_left[quality]);
    }

    /// <inheritdoc/>
    public bool TryLoad(ref StateReader source)
    {
        for (int quality = (int)Quality.Uncertain; quality <= (int)Quality.Invalid; quality++)
        {
            if (!source.TryRead(0, length - 1, out long left))
                return false;
            _left[quality] = (int)left;
        }

        IsSettled = _left.IsOver;
        return true;
    }

    private void Begin(Quality until)
    {
        _left = new Lasting().Begun(until, length);
        IsSettled = _left.IsOver;
    }

    // By quality: values, this one included, for which it is still inside the window.
    [InlineArray((int)Quality.Invalid + 1)]
    private struct Lasting
    {
        private int _first;

        public readonly bool IsOver
        {
            get
            {
                int all = 0;
                foreach (int left in this)
                    all |= left;
                return all == 0;
            }
        }

        public Lasting Begun(Quality quality, int length)
        {
            this[(int)quality] = length - 1;
            return this;
        }
    }
}
