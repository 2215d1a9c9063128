namespace Simulator.Waveforms;

/// <summary>
/// Phase of a periodic command as an exact fraction: each tick adds the frequency in millionths of a Hz, a turn is loopHz in the same
/// unit. Weeks later it is where it has to be, and a cycle ends at the very tick.
/// </summary>
public struct RationalPhase
{
    /// <summary>Least frequency and resolution, Hz.</summary>
    public const double LeastHz = 1e-6;

    private const double StepsPerHz = 1e6;
    private readonly long _step;
    private readonly long _turn;
    private readonly double _unit;
    private long _part;

    /// <summary>A phase at the start of its first turn.</summary>
    /// <param name="frequencyHz">From <see cref="LeastHz"/> to the rate.</param>
    /// <param name="loopHz">Ticks a second.</param>
    public RationalPhase(double frequencyHz, double loopHz)
    {
        _step = (long)Math.Round(frequencyHz * StepsPerHz);
        _turn = (long)Math.Round(loopHz * StepsPerHz);
        _unit = 1.0 / _turn;
    }

    /// <summary>Turns that are complete.</summary>
    public long Cycles { get; private set; }

    /// <summary>Part of the present turn, from 0 to below 1.</summary>
    public readonly double Turns => _part * _unit;

    /// <summary>Ticks after which this many turns are complete; the greatest number where they are more.</summary>
    public readonly long TicksOf(long cycles) => (long)Int128.Min(long.MaxValue, (((Int128)cycles * _turn) + _step - 1) / _step);

    /// <summary>Goes one tick on; the frequency is at most loopHz.</summary>
    public void Advance()
    {
        _part += _step;
        if (_part < _turn)
            return;
        _part -= _turn;
        Cycles++;
    }
}
