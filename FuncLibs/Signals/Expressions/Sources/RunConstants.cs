namespace FuncLibs.Signals.Expressions.Sources;

/// <summary>What expressions know of the newest test run, also after its stop: <c>run.l0</c> and <c>run.s0</c>. A new run means a new program.</summary>
/// <param name="GaugeLengthMm">Original gauge length L0 in mm; NaN before the first run, or when it was not given.</param>
/// <param name="AreaMm2">Original area S0 in mm2; NaN before the first run, or when it was not given.</param>
public readonly record struct RunConstants(double GaugeLengthMm, double AreaMm2)
{
    private readonly string? _identity;

    /// <summary>Text that names the newest test run, also when it was stopped; empty before the first.</summary>
    public string Identity { get => _identity ?? ""; init => _identity = value; }

    /// <summary>No test run: what needs one has no values.</summary>
    public static RunConstants None => new(double.NaN, double.NaN);
}
