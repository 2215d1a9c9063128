namespace FuncLibs.Signals.Expressions.Programs.Memory;

/// <summary>A column that a program reads.</summary>
/// <param name="Column">Its number in the source.</param>
/// <param name="RateHz">Its rate.</param>
/// <param name="Min">Lower end of its range; minus infinity when it has none.</param>
/// <param name="Max">Upper end of its range.</param>
internal sealed record InputColumn(int Column, double RateHz, double Min, double Max)
{
    /// <summary>True when the range has an end at all.</summary>
    public bool IsBounded => !double.IsNegativeInfinity(Min) || !double.IsPositiveInfinity(Max);

    /// <summary>False when whatever is made from the column shows its NaNs by itself.</summary>
    public bool TellsNaN { get; init; } = true;

    /// <summary>False when its values have nothing to say about its quality, however they are.</summary>
    public bool IsLookedAt => IsBounded || TellsNaN;
}
