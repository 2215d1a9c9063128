namespace Simulator.Plant;

/// <summary>Tells a witness the cycles of the true controlled feedback: each a peak and the valley behind it.</summary>
internal sealed class CycleTruth
{
    private readonly IAxisWitness _witness;
    private long _number;
    private int _direction;
    private double _extreme;
    private long _extremeTick;
    private double _peak;
    private long _peakTick;
    private bool _hasPeak;

    public CycleTruth(IAxisWitness witness) => _witness = witness;

    /// <summary>Takes a tick in.</summary>
    /// <param name="tick">The tick.</param>
    /// <param name="value">Controlled feedback.</param>
    /// <param name="band">How far it must come back for a turn; 0: nothing turns.</param>
    public void Take(long tick, double value, double band)
    {
        if ((_direction >= 0 && value > _extreme) || (_direction < 0 && value < _extreme))
        {
            if (_direction != 0 || value - _extreme >= band)
                (_direction, _extreme, _extremeTick) = (_direction == 0 ? 1 : _direction, value, tick);
        }
        else if (band > 0 && Math.Abs(value - _extreme) >= band)
        {
            Turn(tick, value);
        }
    }

    /// <summary>Forgets the open cycle: the feedback is another one now.</summary>
    public void Restart(long tick, double value) => (_direction, _extreme, _extremeTick, _hasPeak) = (0, value, tick, false);

    private void Turn(long tick, double value)
    {
        if (_direction > 0)
            (_peak, _peakTick, _hasPeak) = (_extreme, _extremeTick, true);
        else if (_direction < 0 && _hasPeak)
            _witness.Cycle(tick, ++_number, _peak, _peakTick, _extreme, _extremeTick);
        (_direction, _extreme, _extremeTick) = (_direction > 0 || _direction == 0 ? -1 : 1, value, tick);
    }
}
