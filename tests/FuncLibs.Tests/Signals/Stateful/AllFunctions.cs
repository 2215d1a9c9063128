using FuncLibs.Signals.Filters;
using FuncLibs.Signals.Running;
using FuncLibs.Signals.Stateful;
using FuncLibs.Signals.Windows;

namespace FuncLibs.Tests.Signals.Stateful;

/// <summary>Every stateful function of these namespaces, with arguments that reach each of its paths.</summary>
internal static class AllFunctions
{
    private const double Interval = 0.001;

    private static readonly int[] Lengths = [1, 2, 3, 6, 64, 100, 128, 129, 1024, 1500];

    public static Dictionary<string, Func<ISignalState>> Windows { get; } =
        Lengths.SelectMany(n => new (string, Func<ISignalState>)[]
        {
            ($"movavg {n}", () => Moving.Average(n)),
            ($"movrms {n}", () => Moving.Rms(n)),
            ($"movmin {n}", () => Moving.Minimum(n)),
            ($"movmax {n}", () => Moving.Maximum(n)),
            ($"p2p {n}", () => Moving.PeakToPeak(n)),
            ($"movstd {n}", () => Moving.Deviation(n)),
            ($"movmedian {n}", () => Moving.Median(n)),
            ($"outlier {n}", () => Moving.Outlier(n, 2.5)),
        }).ToDictionary(pair => pair.Item1, pair => pair.Item2);

    public static Dictionary<string, Func<ISignalState>> Filters { get; } = new()
    {
        ["ema"] = () => new ExponentialAverage(0.02, Interval),
        ["lowpass 1"] = () => ButterworthFilter.LowPass(50, 1, Interval),
        ["lowpass 4"] = () => ButterworthFilter.LowPass(50, 4, Interval),
        ["lowpass 7"] = () => ButterworthFilter.LowPass(120, 7, Interval),
        ["highpass 2"] = () => ButterworthFilter.HighPass(50, 2, Interval),
        ["highpass 8"] = () => ButterworthFilter.HighPass(200, 8, Interval),
        ["delay 0"] = () => new Delay(0),
        ["delay 1"] = () => new Delay(1),
        ["delay 300"] = () => new Delay(300),
        ["debounce 1"] = () => new Debounce(1),
        ["debounce 3"] = () => new Debounce(3),
        ["deriv"] = () => new Derivative(Interval),
        ["edge"] = () => new RisingEdge(),
    };

    /// <summary>Those that a gap leaves as they are.</summary>
    public static Dictionary<string, Func<ISignalState>> Holding { get; } = new()
    {
        ["integ"] = () => new Integral(Interval),
        ["count"] = () => new RisingEdgeCount(),
        ["runmax"] = RunningExtreme.Maximum,
        ["runmin"] = RunningExtreme.Minimum,
        ["first"] = () => new FirstValue(),
        ["last"] = () => new LastValue(),
        ["hold"] = () => new Hold(),
        ["hysteresis"] = () => new Hysteresis(-0.25, 0.5),
    };

    public static string[] Names => [.. Windows.Keys, .. Filters.Keys, .. Holding.Keys];

    public static Fed New(string name) =>
        new((Windows.GetValueOrDefault(name) ?? Filters.GetValueOrDefault(name) ?? Holding[name])());
}
