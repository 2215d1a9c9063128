namespace FuncLibs.Signals.Stateful.Tracking;

/// <summary>The quality of the value itself, and at least uncertain once something was not good or missing.</summary>
internal sealed class RunningQuality : IQualityMemory
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
        bool fits = source.TryTake(0, 1, out long tainted);
        _isTainted = tainted == 1;
        return fits;
    }
}
