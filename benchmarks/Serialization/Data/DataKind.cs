namespace Benchmarks.Serialization.Data;

/// <summary>What kind of numbers a block holds: formats differ more between these than between machines.</summary>
public enum DataKind
{
    /// <summary>Engineering units rounded to three decimals, slow, with noise of two steps.</summary>
    Decimals,

    /// <summary>Counts of a converter times its step in volts, slow, with noise of two steps.</summary>
    Adc,

    /// <summary>Slow with noise in every bit of the fraction: computed values.</summary>
    Full,

    /// <summary>Set points and idle inputs: most columns stand still.</summary>
    Constant,
}
