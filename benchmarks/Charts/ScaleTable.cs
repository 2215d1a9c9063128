using System.Globalization;
using Benchmarks.Measuring;

namespace Benchmarks.Charts;

/// <summary>
/// The figures <c>scale.SERIES.RIGS.{cpu.PROCESS, lag.p50, lag.p99, holds}</c> of a run. A number of rigs that has one
/// has to have all.
/// </summary>
public sealed class ScaleTable
{
    private const string P50 = "lag.p50";
    private const string P99 = "lag.p99";
    private const string Holds = "holds";
    private const string Cpu = "cpu.";

    private readonly Dictionary<string, double> _values = new(StringComparer.Ordinal);
    private readonly SortedDictionary<string, SortedSet<int>> _series = new(StringComparer.Ordinal);

    /// <summary>Takes what it needs of the figures of a run.</summary>
    public ScaleTable(IEnumerable<Metric> metrics)
    {
        foreach (Metric metric in metrics)
        {
            if (metric.Name.Split('.', 4) is not ["scale", string series, string rigs, string figure]
                || !Figures.Contains(figure)
                || !int.TryParse(rigs, CultureInfo.InvariantCulture, out int count))
                continue;
            _values[metric.Name] = metric.Value;
            if (!_series.TryGetValue(series, out SortedSet<int>? counts))
                _series[series] = counts = [];
            counts.Add(count);
        }
    }

    /// <summary>The processes whose times are drawn, in this order.</summary>
    public static IReadOnlyList<string> Processes { get; } = ["simulator", "connectors", "broker", "monitor"];

    /// <summary>Names of the runs.</summary>
    public IReadOnlyCollection<string> Series => _series.Keys;

    /// <summary>What is missing, one line a figure; empty when the pictures can be drawn.</summary>
    public IEnumerable<string> Faults =>
        from series in _series
        from rigs in series.Value
        from figure in Figures
        let name = Name(series.Key, rigs, figure)
        where !_values.TryGetValue(name, out double value) || !double.IsFinite(value) || (figure != Holds && value <= 0)
        select $"{name} is missing or not above 0";

    private static IEnumerable<string> Figures => [.. Processes.Select(process => Cpu + process), P50, P99, Holds];

    /// <summary>Runs of a series, the fewest rigs first. Only without faults.</summary>
    public IReadOnlyList<ScaleRow> Get(string series) =>
    [
        .. _series[series].Select(rigs => new ScaleRow(
            rigs,
            [.. Processes.Select(process => _values[Name(series, rigs, Cpu + process)])],
            _values[Name(series, rigs, P50)],
            _values[Name(series, rigs, P99)],
            _values[Name(series, rigs, Holds)] > 0)),
    ];

    private static string Name(string series, int rigs, string figure) =>
        string.Create(CultureInfo.InvariantCulture, $"scale.{series}.{rigs}.{figure}");
}

/// <summary>A run with a number of rigs.</summary>
/// <param name="Rigs">The number.</param>
/// <param name="Cores">Processor time of each of <see cref="ScaleTable.Processes"/>, in cores.</param>
/// <param name="P50Ms">Median of the lag, ms.</param>
/// <param name="P99Ms">99th percentile of the lag, ms.</param>
/// <param name="Holds">Whether so many rigs are held.</param>
public sealed record ScaleRow(int Rigs, IReadOnlyList<double> Cores, double P50Ms, double P99Ms, bool Holds);
