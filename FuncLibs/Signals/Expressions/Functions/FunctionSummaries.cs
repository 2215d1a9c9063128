namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>
/// What each function gives, in one line; the whole of it is in docs/signals*.md. A test holds the list against the
/// functions.
/// </summary>
internal static class FunctionSummaries
{
    private static readonly Dictionary<string, (string Group, string Summary)> ByName = All()
        .ToDictionary(row => row.Name, row => (row.Group, row.Summary), StringComparer.Ordinal);

    /// <summary>Names of the functions that have one.</summary>
    public static IEnumerable<string> Names => ByName.Keys;

    /// <summary>Group and summary of a function.</summary>
    public static (string Group, string Summary) Find(string name) => ByName[name];

    private static IEnumerable<(string Name, string Group, string Summary)> All() =>
    [
        .. Group(
            "arithmetic",
            ("abs", "magnitude"),
            ("negate", "x with the other sign"),
            ("sign", "-1, 0 or 1"),
            ("sqrt", "square root"),
            ("pow", "x to the power of the exponent; also x ^ exponent"),
            ("exp", "e to the power of x"),
            ("log", "natural logarithm"),
            ("log10", "logarithm to base 10"),
            ("mod", "remainder of x / divisor, with the sign of the divisor"),
            ("fma", "a * b + c with one rounding"),
            ("scale", "x * gain + offset"),
            ("poly", "polynomial: c0 + c1 x + c2 x^2 ..."),
            ("lookup", "straight lines between the points of a table"),
            ("convert", "x in another unit"),
            ("min", "least of the arguments, sample by sample"),
            ("max", "greatest of the arguments, sample by sample"),
            ("clamp", "x, at least lo and at most hi"),
            ("hypot", "sqrt(y^2 + x^2)")),
        .. Group(
            "rounding",
            ("ceiling", "next whole number at or above x"),
            ("floor", "next whole number at or below x"),
            ("truncate", "x without its digits after the decimal point"),
            ("round", "x with so many digits after the decimal point")),
        .. Group(
            "angles",
            ("sin", "sine"),
            ("cos", "cosine"),
            ("tan", "tangent"),
            ("asin", "arc sine"),
            ("acos", "arc cosine"),
            ("atan", "arc tangent"),
            ("atan2", "angle of the point (x, y)")),
        .. Group(
            "conditions",
            ("if", "then where the condition is true, else otherwise"),
            ("isnan", "1 where x is no number, else 0"),
            ("coalesce", "the first argument that is a number"),
            ("debounce", "the condition once it was the same for n samples in a row"),
            ("hysteresis", "true from x above hi until x below lo"),
            ("edge", "1 where the condition becomes true"),
            ("count", "how often the condition became true"),
            ("hold", "x while the condition is true, else the last such x")),
        .. Group(
            "windows",
            ("movavg", "mean of the last n samples"),
            ("movrms", "RMS of the last n samples"),
            ("movmedian", "median of the last n samples"),
            ("movmin", "least of the last n samples"),
            ("movmax", "greatest of the last n samples"),
            ("movstd", "standard deviation of the last n samples"),
            ("p2p", "greatest less least of the last n samples"),
            ("outlier", "1 where x is more than k deviations from the median of the last n samples")),
        .. Group(
            "filters",
            ("ema", "exponential average with time constant tau"),
            ("lowpass", "Butterworth low-pass with corner frequency fc"),
            ("highpass", "Butterworth high-pass with corner frequency fc"),
            ("delay", "x of n samples before"),
            ("prev", "x of the sample before"),
            ("resample", "newest x at the rate of another signal"),
            ("interp", "x at the rate of another signal, straight between samples")),
        .. Group(
            "running",
            ("deriv", "change per second"),
            ("integ", "integral over time since the start"),
            ("runmax", "greatest since the start or the reset"),
            ("runmin", "least since the start or the reset"),
            ("first", "the first number"),
            ("last", "x, or the last number while x is NaN")),
        .. Group(
            "cycles",
            ("peak", "greatest reversal of the last closed cycle"),
            ("valley", "least reversal of the last closed cycle"),
            ("range", "peak less valley of the last closed cycle"),
            ("mean", "middle of peak and valley of the last closed cycle"),
            ("rratio", "valley / peak of the last closed cycle"),
            ("frequency", "frequency of the last closed cycle"),
            ("cyclecount", "closed cycles so far"),
            ("pointspercycle", "samples of the last closed cycle"),
            ("cycles", "table with a row for each closed cycle"),
            ("stiffness", "range of force / range of stroke over the last cycle"),
            ("energy", "area of the hysteresis loop of the last cycle"),
            ("phaselag", "how far the feedback lags behind the command, in degrees"),
            ("amplitudeerror", "range of the feedback against that of the command, in %")),
        .. Group(
            "fatigue",
            ("rainflow", "table of ranges and means with their cycles (ASTM E1049)"),
            ("damage", "sum of damage by Palmgren-Miner on an S-N curve")),
        .. Group(
            "tensile test",
            ("stress", "force / cross section S0"),
            ("strain", "extension / gauge length L0"),
            ("truestress", "true stress up to necking"),
            ("truestrain", "true strain up to necking"),
            ("emod", "modulus of elasticity E between two stresses"),
            ("rp", "proof strength Rp, 0.2 % unless another offset is given"),
            ("reh", "upper yield strength ReH"),
            ("rel", "lower yield strength ReL"),
            ("rm", "tensile strength Rm"),
            ("ag", "plastic extension Ag at Rm"),
            ("a", "elongation A after fracture"),
            ("at", "total extension At at fracture"),
            ("toughness", "energy per volume up to fracture"),
            ("breakindex", "sample at which the break starts")),
    ];

    private static IEnumerable<(string Name, string Group, string Summary)> Group(
        string group, params IEnumerable<(string Name, string Summary)> functions) =>
        functions.Select(function => (function.Name, group, function.Summary));
}

/// <summary>A function of the language, for people who look for one.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Signature">How it is called: <c>movavg(x, n)</c>.</param>
/// <param name="Group">Where a list shows it: <c>windows</c>.</param>
/// <param name="Summary">What it gives, in one line.</param>
public sealed record FunctionDescription(string Name, string Signature, string Group, string Summary);
