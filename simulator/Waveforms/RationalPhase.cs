namespace Simulator.Waveforms;

/// <summary>
/// Phase of a periodic command as an exact fraction: each tick adds the frequency in millionths of a Hz, a cycle is
/// loopHz in the same unit. Weeks later it is where it has to be, and a cycle ends at the very tick.
/// </summary>
public struct RationalPhase
{
    /// <summary>Least frequency and resolution, Hz.</summary>
    public const double MinHz = 1e-6;

    private const double StepsPerHz = 1e6;
    private readonly long _step;
    private readonly long _cycle;
    private readonly double _unit;
    private long _part;

    /// <summary>A phase at the start of its first cycle.</summary>
    /// <param name="frequencyHz">From <see cref="MinHz"/> to the rate.</param>
    /// <param name="loopHz">Ticks a second.</param>
    public RationalPhase(double frequencyHz, double loopHz)
    {
        _step = (long)Math.Round(frequencyHz * StepsPerHz);
        _cycle = (long)Math.Round(loopHz * StepsPerHz);
        _unit = 1.0 / _cycle;
    }

    /// <summary>Cycles that are complete.</summary>
    public long Cycles { get; private set; }

    /// <summary>Part of the present cycle, from 0 to below 1.</summary>
    public readonly double Phase => _part * _unit;

    /// <summary>Ticks after which this many cycles are complete; the greatest number where they are more.</summary>
    public readonly long TicksOf(long cycles) =>
        (long)Int128.Min(long.MaxValue, (((Int128)cycles * _cycle) + _step - 1) / _step);

    /// <summary>Goes one tick on; the frequency is at most loopHz.</summary>
    public void Advance()
    {
        _part += _step;
        if (_part < _cycle)
            return;
        _part -= _cycle;
        Cycles++;
    }
}
