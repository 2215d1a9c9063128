using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Stateful.Tracking;

/// <summary>
/// The worst quality among the last values. For each quality that is not good it counts for how many more values it lasts, so no window of
/// qualities is kept; a window that is not full is one that begins with an uncertain value, or an invalid one after a gap.
/// </summary>
internal sealed class WindowQuality(int length) : IQualityMemory
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
            if (!source.TryTake(0, length - 1, out long left))
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
