namespace FuncLibs.Signals.Stateful;

/// <summary>How the quality of a result follows from its inputs: the worst of the values that are part of it.</summary>
/// <param name="Kind">Which values those are.</param>
/// <param name="Length">For a window its length in values, at least 1: values until it is full; likewise for a delay; otherwise 1.</param>
public readonly record struct QualityRule(QualityKind Kind, int Length)
{
    /// <summary>Of each value alone.</summary>
    public static QualityRule Pointwise { get; } = new(QualityKind.Window, 1);

    /// <summary>Of everything since the beginning.</summary>
    public static QualityRule Running { get; } = new(QualityKind.Running, 1);

    /// <summary>Of the last values: uncertain until that many came, and invalid until then after a gap.</summary>
    public static QualityRule Window(int length) => new(QualityKind.Window, length);

    /// <summary>Of the value so many before: invalid until there is one.</summary>
    public static QualityRule Delayed(int samples) => new(QualityKind.Delayed, samples + 1);
}
