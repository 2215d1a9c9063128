using Simulator.Waveforms;

namespace Simulator.Commands.Waves;

/// <summary>
/// Random of a band: a sum of sines, one in each slice of the band at a place and a phase of its own that only the key decides (Rice,
/// Mathematical analysis of random noise, 1944). The places are no multiples of one another, so it does not repeat within a test. The
/// deviation is a third of the amplitude; what is beyond the amplitude is cut.
/// </summary>
internal sealed class RandomWave : Wave
{
    private const int Sines = 16;
    private const double Turn = 18446744073709551616.0;
    private const double DbPerOctave = 6.020599913279624;
    private const double Deviation = 1.0 / 3;
    private readonly ulong[] _increments = new ulong[Sines];
    private readonly ulong[] _phases = new ulong[Sines];
    private readonly double[] _weights = new double[Sines];
    private readonly ulong _middle;
    private ulong _counted;
    private long _cycles;

    public RandomWave(SegmentPreset segment, double loopHz, ulong key)
    {
        double slice = (segment.ToFrequencyHz - segment.FromFrequencyHz) / Sines;
        double power = 0;
        for (int i = 0; i < Sines; i++)
        {
            double hz = segment.FromFrequencyHz + (slice * (i + Uniform(key, (2 * i) + 1)));
            _increments[i] = (ulong)(hz / loopHz * Turn);
            _phases[i] = CounterNoise.Key(key, 0, i, 0);
            _weights[i] = Math.Pow(hz / segment.FromFrequencyHz, segment.SlopeDbPerOctave / DbPerOctave * -1);
            power += _weights[i] * _weights[i] / 2;
        }

        double scale = Deviation / Math.Sqrt(power);
        for (int i = 0; i < Sines; i++)
            _weights[i] *= scale;
        _middle = SineWave.Of((segment.FromFrequencyHz + segment.ToFrequencyHz) / 2, loopHz).Increment;
        Ticks = TicksOf(segment.Seconds, loopHz);
    }

    /// <inheritdoc/>
    public override long Ticks { get; }

    /// <summary>Cycles of the middle of the band: a random course has none of its own.</summary>
    public override long Cycles => _cycles;

    /// <inheritdoc/>
    public override double Value
    {
        get
        {
            double sum = 0;
            for (int i = 0; i < Sines; i++)
                sum += _weights[i] * SineTable.At(_phases[i]);
            return Math.Clamp(sum, -1, 1);
        }
    }

    /// <inheritdoc/>
    public override void Advance()
    {
        for (int i = 0; i < Sines; i++)
            _phases[i] += _increments[i];
        _counted += _middle;
        if (_counted < _middle)
            _cycles++;
    }

    /// <summary>The next time through goes on: it does not repeat.</summary>
    public override void Restart() => _cycles = 0;

    private static double Uniform(ulong key, int number) => (CounterNoise.Key(key, 1, number, 0) >> 11) * (1.0 / (1UL << 53));
}
