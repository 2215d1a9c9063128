namespace FuncLibs.GroundTruth;

/// <summary>The words of the member `kind`, and those of an excursion's `limit`.</summary>
public static class TruthKinds
{
    /// <summary>A <see cref="Lines.RunLine"/>.</summary>
    public const string Run = "run";

    /// <summary>A <see cref="Lines.CycleLine"/>.</summary>
    public const string Cycle = "cycle";

    /// <summary>A <see cref="Lines.PropertyLine"/>.</summary>
    public const string Property = "property";

    /// <summary>A <see cref="Lines.BreakLine"/>.</summary>
    public const string Break = "break";

    /// <summary>An <see cref="Lines.ExcursionLine"/>.</summary>
    public const string Excursion = "excursion";

    /// <summary>A <see cref="Lines.ModeLine"/>.</summary>
    public const string Mode = "mode";

    /// <summary>A <see cref="Lines.FaultLine"/>.</summary>
    public const string Fault = "fault";

    /// <summary>A <see cref="Lines.TruncatedLine"/>.</summary>
    public const string Truncated = "truncated";

    /// <summary>An <see cref="Lines.EndLine"/>.</summary>
    public const string End = "end";

    /// <summary>An excursion above its limit.</summary>
    public const string Upper = "upper";

    /// <summary>An excursion below its limit.</summary>
    public const string Lower = "lower";
}
