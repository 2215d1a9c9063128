namespace Simulator.Waveforms;

/// <summary>
/// A sine over the samples of a channel. Its phase is an integer, turns * 2^64, that wraps by itself: the phase and the
/// cycle of any sample follow
/// from its index alone, exactly, however samples are cut into blocks.
/// </summary>
/// <param name="Increment">Turns * 2^64 from one sample to the next.</param>
public readonly record struct SineWave(ulong Increment)
{
    private const double Turn = 18446744073709551616.0;

    /// <summary>A wave of a frequency in samples of a rate.</summary>
    /// <param name="frequencyHz">0 to half the rate.</param>
    /// <param name="rateHz">Samples a second.</param>
    public static SineWave Create(double frequencyHz, double rateHz) => new((ulong)(frequencyHz / rateHz * Turn));

    /// <summary>A part of a turn as a phase.</summary>
    /// <param name="turns">Any number; only its fraction counts.</param>
    public static ulong Phase(double turns) => (ulong)((turns - Math.Floor(turns)) * Turn);

    /// <summary>Phase of a sample.</summary>
    public ulong PhaseAt(long sample) => (ulong)sample * Increment;

    /// <summary>Cycles that are complete at a sample.</summary>
    public long CycleAt(long sample) => (long)Math.BigMul((ulong)sample, Increment, out _);

    /// <summary>Writes the cycle count of each of the samples from <paramref name="first"/> on.</summary>
    public void FillCycles(long first, Span<long> target)
    {
        ulong cycle = Math.BigMul((ulong)first, Increment, out ulong phase);
        for (int i = 0; i < target.Length; i++)
        {
            target[i] = (long)cycle;
            phase += Increment;
            if (phase < Increment)
                cycle++;
        }
    }
}
