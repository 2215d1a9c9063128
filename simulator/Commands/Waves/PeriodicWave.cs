using Simulator.Waveforms;

namespace Simulator.Commands.Waves;

/// <summary>Sine, triangle, square, haversine and trapezoid; all but the square begin at the mean and rise.</summary>
internal sealed class PeriodicWave : Wave
{
    private const double Turn = 18446744073709551616.0;
    private const ulong QuarterTurn = 1UL << 62;
    private readonly CommandShape _shape;
    private readonly RationalPhase _start;
    private readonly double _cut;
    private readonly bool _hasCycles;
    private RationalPhase _phase;

    public PeriodicWave(SegmentPreset segment, double loopHz)
    {
        _shape = segment.Shape;
        _hasCycles = segment.Cycles > 0;
        _cut = 1 / (1 - segment.HoldPart);
        _start = new RationalPhase(segment.FrequencyHz, loopHz);
        Ticks = segment.Cycles > 0 ? _start.TicksOf(segment.Cycles) : TicksOf(segment.Seconds, loopHz);
        _phase = _start;
    }

    /// <inheritdoc/>
    public override long Ticks { get; }

    /// <inheritdoc/>
    public override long Cycles => _phase.Cycles;

    /// <inheritdoc/>
    public override double Value => _shape switch
    {
        CommandShape.Sine => SineTable.At(Angle),
        CommandShape.Haversine => 0.5 * (1 - SineTable.At(Angle + QuarterTurn)),
        CommandShape.Square => _phase.Turns < 0.5 ? 1 : -1,
        CommandShape.Trapezoid => Math.Clamp(Triangle(_phase.Turns) * _cut, -1, 1),
        _ => Triangle(_phase.Turns),
    };

    /// <summary>Whole cycles end at the mean, though the tick behind them may be a little late.</summary>
    public override double End => _hasCycles ? 0 : Value;

    private ulong Angle => (ulong)(_phase.Turns * Turn);

    /// <inheritdoc/>
    public override void Advance() => _phase.Advance();

    /// <inheritdoc/>
    public override void Restart() => _phase = _start;

    private static double Triangle(double turns) => turns switch
    {
        < 0.25 => 4 * turns,
        < 0.75 => 2 - (4 * turns),
        _ => (4 * turns) - 4,
    };
}
