using System.Globalization;
using Benchmarks.Measuring;

namespace Benchmarks.Charts;

/// <summary>
/// The figures <c>threads.FORMAT.THREADS.opsPerSecond</c> of a run, and those of <c>FORMAT-list</c>. A format that is
/// there for one number of threads has to be there for all.
/// </summary>
public sealed class ThreadTable
{
    private const string List = "-list";

    private readonly Dictionary<string, double> _values = new(StringComparer.Ordinal);
    private readonly SortedSet<string> _formats = new(StringComparer.Ordinal);
    private readonly SortedSet<int> _threads = [];

    /// <summary>Takes what it needs of the figures of a run.</summary>
    public ThreadTable(IEnumerable<Metric> metrics)
    {
        foreach (Metric metric in metrics)
        {
            if (metric.Name.Split('.') is not ["threads", string format, string threads, "opsPerSecond"]
                || !int.TryParse(threads, CultureInfo.InvariantCulture, out int count))
                continue;
            _values[Name(format, count)] = metric.Value;
            _formats.Add(format.EndsWith(List, StringComparison.Ordinal) ? format[..^List.Length] : format);
            _threads.Add(count);
        }
    }

    /// <summary>Whether the run had this part.</summary>
    public bool IsEmpty => _values.Count == 0;

    /// <summary>The formats.</summary>
    public IReadOnlyCollection<string> Formats => _formats;

    /// <summary>The numbers of threads.</summary>
    public IReadOnlyCollection<int> Threads => _threads;

    /// <summary>What is missing, one line a figure; empty when the picture can be drawn.</summary>
    public IEnumerable<string> Faults =>
        from format in _formats
        from threads in _threads
        from name in (string[])[Name(format, threads), Name(format + List, threads)]
        where !_values.TryGetValue(name, out double value) || !double.IsFinite(value) || value <= 0
        select $"{name} is missing or not above 0";

    /// <summary>Operations a second. Only without faults.</summary>
    public double Get(string format, int threads, bool isList) =>
        _values[Name(isList ? format + List : format, threads)];

    private static string Name(string format, int threads) =>
        string.Create(CultureInfo.InvariantCulture, $"threads.{format}.{threads}.opsPerSecond");
}
