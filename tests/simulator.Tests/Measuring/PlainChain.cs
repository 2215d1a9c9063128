using Simulator.Measuring;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Tests.Measuring;

/// <summary>
/// The chain written a second time, sample after sample with plain doubles: what every vector must equal to the bit.
/// </summary>
internal sealed class PlainChain(SensorPreset sensor, LoopHistory history, int loopHz, int rateHz, ulong key)
{
    private const ulong PhaseDraw = 3;

    private readonly TickGrid _grid = new(
        loopHz, 1, rateHz, ChainDelay.LoopTicks + (ChainDelay.Seconds(sensor) * loopHz));

    private readonly SensorErrors _errors = SensorErrors.Draw(sensor, key);

    public double At(long sample)
    {
        double counts = Adjusted(Bowed(Interpolated(sample)));
        if (sensor.DriftPercentPerHour != 0)
            counts += sample * (sensor.Counts(sensor.DriftPercentPerHour) / (3600.0 * rateHz));
        if (sensor.HumPercent != 0)
        {
            var wave = SineWave.Create(sensor.HumHz, rateHz);
            ulong phase = SineWave.Phase(CounterNoise.Draw(key, PhaseDraw) / 2) + wave.PhaseAt(sample);
            counts += sensor.Counts(sensor.HumPercent) * Sine(phase);
        }

        if (sensor.NoisePercent != 0)
            counts = Noisy(counts, sample);
        double lowest = Math.Round(sensor.Min / sensor.Scale);
        return Math.Round(Math.Min(Math.Max(counts, lowest), lowest + (1L << sensor.Bits) - 1)) * sensor.Scale;
    }

    public static double Sine(ulong phase)
    {
        double turns = ((phase >> 12) * (1.0 / (1L << 52))) - 0.5;
        double folded = 0.25 - Math.Abs(0.25 - Math.Abs(turns));
        double x = turns < 0 ? folded : -folded;
        double square = x * x;
        double sum = (-15.09464257682299 * square) + 42.058693944897655;
        sum = (sum * square) - 76.70585975306139;
        sum = (sum * square) + 81.60524927607506;
        sum = (sum * square) - 41.34170224039976;
        return ((sum * square) + (2 * Math.PI)) * x;
    }

    private double Noisy(double counts, long sample)
    {
        double unit = sensor.Counts(sensor.NoisePercent);
        double sum = CounterNoise.Sum(key + ((ulong)sample * CounterNoise.Step));
        return counts + (sum * ((unit * CounterNoise.First) + (unit * CounterNoise.Third * (sum * sum))));
    }

    private double Interpolated(long sample)
    {
        TickPosition at = _grid.At(sample);
        double t = at.Part * (1.0 / _grid.Parts);
        double left = history[0, at.Tick];
        double rise = history[0, at.Tick + 1] - left;
        double bend = rise - (left - history[0, at.Tick - 1]);
        double twist = history[0, at.Tick + 2] - history[0, at.Tick + 1] - rise - bend;
        return left + (t * (rise + ((t - 1) * ((bend * 0.5) + ((t + 1) * (twist * (1.0 / 6)))))));
    }

    private double Bowed(double x)
    {
        if (_errors.Bow == 0)
            return x;
        double gain = Math.Abs(sensor.Gain);
        double largest = sensor.FullReading / gain;
        double first = _errors.Bow * SensorErrors.BowFactor / (gain * (1 + _errors.Gain)) / largest;
        double inside = Math.Min(Math.Max(x, -largest), largest);
        return x + (inside * (first - (first / (largest * largest) * (inside * inside))));
    }

    private double Adjusted(double x) =>
        (x * (sensor.Gain * (1 + _errors.Gain) / sensor.Scale)) + (_errors.Offset / sensor.Scale);
}
