namespace Simulator.Measuring;

/// <summary>
/// Where the samples of a rate are between the ticks of a loop, in integers: sample i is at i * loop rate / rate -
/// delay ticks, exactly; so samples may be read from any index on. Only the delay is rounded, to 2^-39 ticks or
/// finer.
/// </summary>
public readonly struct TickGrid
{
    /// <summary>Highest rate of a loop, in Hz; with it all products stay below 2^63.</summary>
    public const int MaxLoopHz = 100_000;

    /// <summary>Highest divisor of a loop.</summary>
    public const int MaxDivisor = 1024;

    /// <summary>Highest delay, in ticks.</summary>
    public const double MaxDelayTicks = 1 << 20;

    private const int PartBits = 40;

    private readonly long _ticksAPeriod;
    private readonly long _samplesAPeriod;
    private readonly long _step;
    private readonly long _delay;

    /// <summary>Sets up the grid.</summary>
    /// <param name="loopHz">Ticks a second of the loop before it is divided, 1 to <see cref="MaxLoopHz"/>.</param>
    /// <param name="loopDivisor">The ticks are every n-th of that loop, 1 to <see cref="MaxDivisor"/>.</param>
    /// <param name="rateHz">Samples a second, from 1.</param>
    /// <param name="delayTicks">How many ticks before its time a sample is taken, 0 to
    /// <see cref="MaxDelayTicks"/>.</param>
    public TickGrid(int loopHz, int loopDivisor, int rateHz, double delayTicks)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(loopHz is > 0 and <= MaxLoopHz, true, nameof(loopHz));
        ArgumentOutOfRangeException.ThrowIfNotEqual(loopDivisor is > 0 and <= MaxDivisor, true, nameof(loopDivisor));
        ArgumentOutOfRangeException.ThrowIfLessThan(rateHz, 1);
        ArgumentOutOfRangeException.ThrowIfNotEqual(delayTicks is >= 0 and <= MaxDelayTicks, true, nameof(delayTicks));
        long samples = (long)rateHz * loopDivisor;
        long common = Divisor(loopHz, samples);
        _ticksAPeriod = loopHz / common;
        _samplesAPeriod = samples / common;
        long parts = 1L << (int)Math.Max(0, PartBits - 1 - long.Log2(_samplesAPeriod));
        Parts = _samplesAPeriod * parts;
        _step = _ticksAPeriod * parts;
        (StepTicks, StepParts) = Math.DivRem(_step, Parts);
        _delay = (long)Math.Round(delayTicks * Parts);
    }

    /// <summary>Parts that a tick is divided into.</summary>
    public long Parts { get; }

    /// <summary>Whole ticks from one sample to the next.</summary>
    public long StepTicks { get; }

    /// <summary>Parts beyond them.</summary>
    public long StepParts { get; }

    /// <summary>Where a sample is.</summary>
    /// <param name="sample">From 0.</param>
    public TickPosition At(long sample)
    {
        (long periods, long within) = Math.DivRem(sample, _samplesAPeriod);
        long part = (within * _step) - _delay;
        long ticks = part / Parts;
        part -= ticks * Parts;
        if (part < 0)
        {
            part += Parts;
            ticks--;
        }

        return new TickPosition((periods * _ticksAPeriod) + ticks, part);
    }

    /// <summary>Where the next sample is.</summary>
    public TickPosition Next(TickPosition at)
    {
        long part = at.Part + StepParts;
        long carry = part >= Parts ? 1 : 0;
        return new TickPosition(at.Tick + StepTicks + carry, part - (carry * Parts));
    }

    private static long Divisor(long a, long b) => b == 0 ? a : Divisor(b, a % b);
}

/// <summary>A place between two ticks.</summary>
/// <param name="Tick">The tick at or before it; negative before the start.</param>
/// <param name="Part">Parts after it, 0 to <see cref="TickGrid.Parts"/> - 1.</param>
public readonly record struct TickPosition(long Tick, long Part);
