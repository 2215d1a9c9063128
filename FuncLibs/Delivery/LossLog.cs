namespace FuncLibs.Delivery;

/// <summary>
/// The ranges that were declared lost last, for two readers: whoever announces them (each once, in order), and the tracker, which tells
/// a late frame from a duplicate by them. Bounded: of what is older only the counts remain.
/// </summary>
internal sealed class LossLog
{
    public const int Capacity = 64;

    private readonly LostRange[] _ranges = new LostRange[Capacity];
    private long _added;
    private long _taken;

    /// <summary>Ranges that were overwritten before they were taken; their sequences are counted all the same.</summary>
    public long Unannounced { get; private set; }

    public void Add(LostRange range)
    {
        _ranges[_added % Capacity] = range;
        _added++;
        if (_added - _taken <= Capacity)
            return;
        _taken++;
        Unannounced++;
    }

    public bool TryTake(out LostRange range)
    {
        range = default;
        if (_taken == _added)
            return false;
        range = _ranges[_taken % Capacity];
        _taken++;
        return true;
    }

    public bool Contains(ulong epoch, ulong sequence)
    {
        for (long i = Math.Max(0, _added - Capacity); i < _added; i++)
        {
            if (_ranges[i % Capacity].Contains(epoch, sequence))
                return true;
        }

        return false;
    }
}
