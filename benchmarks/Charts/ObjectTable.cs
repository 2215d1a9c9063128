using Benchmarks.Measuring;

namespace Benchmarks.Charts;

/// <summary>
/// The figures <c>PART.FORMAT.{serialize.us, deserialize.us, bytes}</c> of a part of a run. A format that has one has
/// to have all three.
/// </summary>
public sealed class ObjectTable
{
    private const string Serialize = "serialize.us";
    private const string Deserialize = "deserialize.us";
    private const string Bytes = "bytes";

    private readonly string _part;
    private readonly Dictionary<string, double> _values = new(StringComparer.Ordinal);
    private readonly SortedSet<string> _formats = new(StringComparer.Ordinal);

    /// <summary>Takes what it needs of the figures of a run.</summary>
    public ObjectTable(string part, IEnumerable<Metric> metrics)
    {
        _part = part;
        string begin = $"{part}.";
        foreach (Metric metric in metrics.Where(one => one.Name.StartsWith(begin, StringComparison.Ordinal)))
        {
            if (metric.Name[begin.Length..].Split('.', 2) is not [string format, Serialize or Deserialize or Bytes])
                continue;
            _formats.Add(format);
            _values[metric.Name] = metric.Value;
        }
    }

    /// <summary>Whether the run had this part.</summary>
    public bool IsEmpty => _formats.Count == 0;

    /// <summary>What is missing, one line a figure; empty when the picture can be drawn.</summary>
    public IEnumerable<string> Faults =>
        from format in _formats
        from figure in (string[])[Serialize, Deserialize, Bytes]
        let name = Name(format, figure)
        where !_values.TryGetValue(name, out double value) || !double.IsFinite(value) || value <= 0
        select $"{name} is missing or not above 0";

    /// <summary>The fastest to write first. Only without faults.</summary>
    public IReadOnlyList<FormatFigures> Figures =>
    [
        .. _formats
            .Select(format => new FormatFigures(
                format,
                _values[Name(format, Serialize)],
                _values[Name(format, Deserialize)],
                _values[Name(format, Bytes)]))
            .OrderBy(figures => figures.EncodeUs),
    ];

    private string Name(string format, string figure) => $"{_part}.{format}.{figure}";
}
