namespace FuncLibs.Signals.Cycles.Closed;

/// <summary>
/// One closed cycle: from a reversal over the opposite one to the next of its kind. The reversal it starts at belongs to the cycle before,
/// so each counts once. <c>default</c> is no cycle.
/// </summary>
/// <param name="StartIndex">Index of the reversal it starts at.</param>
/// <param name="Index">Index of the reversal that closes it.</param>
/// <param name="Peak">Its greatest reversal, in the unit of the signal.</param>
/// <param name="Valley">Its least.</param>
public readonly record struct Cycle(long StartIndex, long Index, double Peak, double Valley)
{
    /// <summary>Samples from reversal to reversal, missing ones counted: the period in samples.</summary>
    public long Points => Index - StartIndex;

    /// <summary>Peak - valley, above 0.</summary>
    public double Range => Peak - Valley;

    /// <summary>(Peak + valley) / 2, halved first so that it never overflows.</summary>
    public double Mean => (Peak / 2) + (Valley / 2);

    /// <summary>R = valley / peak, with their signs (ASTM E1823, ISO 12106); a peak of 0 gives an infinity, as IEEE 754 has it.</summary>
    public double RRatio => Valley / Peak;

    /// <summary>Rate / <see cref="Points"/>, in Hz.</summary>
    public double Frequency(double rateHz) => rateHz / Points;
}
