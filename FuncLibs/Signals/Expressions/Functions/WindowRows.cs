using FuncLibs.Signals.Filters;
using FuncLibs.Signals.Running;
using FuncLibs.Signals.Windows;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>Windows, filters and running functions: stateful, with one result for each sample.</summary>
internal static class WindowRows
{
    private static readonly Parameter X = Parameter.Column("x");
    private static readonly Parameter C = Parameter.Column("c");
    private static readonly Parameter N = Parameter.Samples("n", 1, Moving.MaxLength);

    /// <summary>The rows.</summary>
    public static IEnumerable<FunctionRow> All =>
    [
        new("movavg", new StateBody(StateUnits.Same, call => Moving.Average(call.Integer("n"))), X, N),
        new("movrms", new StateBody(StateUnits.Same, call => Moving.Rms(call.Integer("n"))), X, N),
        new("movmedian", new StateBody(StateUnits.Same, call => Moving.Median(call.Integer("n"))), X, N),
        new("movmin", new StateBody(StateUnits.Same, call => Moving.Minimum(call.Integer("n"))), X, N),
        new("movmax", new StateBody(StateUnits.Same, call => Moving.Maximum(call.Integer("n"))), X, N),
        new("movstd", new StateBody(StateUnits.Difference, call => Moving.Deviation(call.Integer("n"))), X, N),
        new("p2p", new StateBody(StateUnits.Difference, call => Moving.PeakToPeak(call.Integer("n"))), X, N),
        new("outlier", new StateBody(StateUnits.Number, call => Moving.Outlier(call.Integer("n"), call.Number("k"))),
            X, N, Parameter.Constant("k") with { Min = 0, Max = double.MaxValue }),

        new("ema", new StateBody(StateUnits.Same, call => new ExponentialAverage(call.Number("tau"), call.Interval)), X,
            Finite("tau", "s")),
        new("lowpass", Corner(isHigh: false, StateUnits.Same), X, Finite("fc", "Hz"), Order),
        new("highpass", Corner(isHigh: true, StateUnits.Difference), X, Finite("fc", "Hz"), Order),
        new(
            "delay",
            new StateBody(StateUnits.Same, call => new Delay(call.Integer("n"))),
            X,
            Parameter.Samples("n", 0, Delay.MaxLength)),
        new("prev", new StateBody(StateUnits.Same, _ => new Delay(1)), X),
        new("debounce", new StateBody(StateUnits.Same, call => new Debounce(call.Integer("n"))), C,
            Parameter.Samples("n", 1, Debounce.MaxLength)),
        new("hysteresis",
            new StateBody(StateUnits.Number, call => new Hysteresis(call.Number("lo"), call.Number("hi")))
            {
                Check = CheckThresholds, CheckedParameter = "hi",
            },
            X, Threshold("lo"), Threshold("hi")),
        new(
            "hold",
            new HoldBody(new StateBody(StateUnits.OfSecond, _ => new Hold()), new ResampleBody(interpolates: false)),
            C,
            Parameter.Column("x")),
        new("resample", new ResampleBody(interpolates: false), X, Parameter.Column("like")),
        new("interp", new ResampleBody(interpolates: true), X, Parameter.Column("like")),

        new("deriv", new StateBody(StateUnits.PerSecond, call => new Derivative(call.Interval)), X),
        new("integ", new StateBody(StateUnits.TimesSecond, call => new Integral(call.Interval)), X),
        new("edge", new StateBody(StateUnits.Number, _ => new RisingEdge()), C),
        new("count", new StateBody(StateUnits.Number, _ => new RisingEdgeCount()), C),
        new(
            "runmax",
            new StateBody(StateUnits.OfFirst, _ => RunningExtreme.Maximum()),
            X,
            Parameter.Column("reset").OrFirst()),
        new(
            "runmin",
            new StateBody(StateUnits.OfFirst, _ => RunningExtreme.Minimum()),
            X,
            Parameter.Column("reset").OrFirst()),
        new("first", new StateBody(StateUnits.Same, _ => new FirstValue()), X),
        new("last", new StateBody(StateUnits.Same, _ => new LastValue()), X),
    ];

    private static Parameter Order => Parameter.Integer("order", 1, Butterworth.MaxOrder).Or(2);

    private static Parameter Finite(string name, string unit) =>
        Parameter.Positive(name, unit) with { Max = double.MaxValue };

    private static Parameter Threshold(string name) =>
        Parameter.Constant(name, Parameter.LikeFirst) with { Min = double.MinValue, Max = double.MaxValue };

    private static StateBody Corner(bool isHigh, StateUnits units) =>
        new(units, call => Filter(call, isHigh)) { Check = CheckCorner, CheckedParameter = "fc" };

    private static ButterworthFilter Filter(BoundCall call, bool isHigh)
    {
        (double corner, int order) = (call.Number("fc"), call.Integer("order"));
        return isHigh ? ButterworthFilter.HighPass(corner, order, call.Interval)
            : ButterworthFilter.LowPass(corner, order, call.Interval);
    }

    private static string? CheckCorner(BoundCall call)
    {
        double ratio = call.Number("fc") * call.Interval;
        return ratio is >= Butterworth.MinRatio and < 0.5
            ? null
            : FormattableString.Invariant(
                $"'fc' is {call.Number("fc"):R} Hz; expected {Butterworth.MinRatio * call.Rate.Hz:G6} Hz ")
                + FormattableString.Invariant($"to below {call.Rate.Hz / 2:G6} Hz, half the rate of the column");
    }

    private static string? CheckThresholds(BoundCall call) => call.Number("lo") < call.Number("hi")
        ? null
        : FormattableString.Invariant(
            $"'lo' is {call.Number("lo"):R} and 'hi' {call.Number("hi"):R}; expected lo below hi");
}
