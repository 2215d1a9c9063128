using System.Globalization;
using Benchmarks.Measuring;
using Benchmarks.Serialization.Data;

namespace Benchmarks.Charts;

/// <summary>
/// The figures <c>block.KIND.FORMAT.{encode.us, decode.us, bytes}</c> of a run. A picture with a gap in it would
/// mislead by omission: a format that has one figure has to have all three, for every kind of data.
/// </summary>
public sealed class FormatTable
{
    private const string EncodeUs = "encode.us";
    private const string DecodeUs = "decode.us";
    private const string Bytes = "bytes";

    private readonly Dictionary<string, double> _values = new(StringComparer.Ordinal);
    private readonly SortedSet<string> _formats = new(StringComparer.Ordinal);
    private readonly List<string> _faults = [];

    /// <summary>Takes what it needs of the figures of a run.</summary>
    public FormatTable(IEnumerable<Metric> metrics)
    {
        foreach (Metric metric in metrics)
            Add(metric);
        if (_formats.Count == 0)
            _faults.Add("no figure block.<kind>.<format>.encode.us among them");
        foreach (DataKind kind in Enum.GetValues<DataKind>())
            _faults.AddRange(_formats.SelectMany(format => Missing(kind, format)));
    }

    /// <summary>What is missing or wrong, one line a figure; empty when every picture can be drawn.</summary>
    public IReadOnlyList<string> Faults => _faults;

    /// <summary>Figures of a kind of data, the fastest to encode first. Only without faults.</summary>
    public IReadOnlyList<FormatFigures> Get(DataKind kind) =>
    [
        .. _formats
            .Select(format => new FormatFigures(
                format,
                _values[Name(kind, format, EncodeUs)],
                _values[Name(kind, format, DecodeUs)],
                _values[Name(kind, format, Bytes)]))
            .OrderBy(figures => figures.EncodeUs),
    ];

    private static string Name(DataKind kind, string format, string figure) =>
        $"block.{DataKindNames.NameOf(kind)}.{format}.{figure}";

    private void Add(Metric metric)
    {
        if (metric.Name.Split('.', 4) is not ["block", _, string format, EncodeUs or DecodeUs or Bytes])
            return;
        _formats.Add(format);
        if (!_values.TryAdd(metric.Name, metric.Value))
            _faults.Add($"{metric.Name} is given twice");
        else if (!double.IsFinite(metric.Value) || metric.Value <= 0)
            _faults.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{metric.Name} is {metric.Value}; a logarithmic axis needs a value above 0"));
    }

    private IEnumerable<string> Missing(DataKind kind, string format) =>
        from figure in (string[])[EncodeUs, DecodeUs, Bytes]
        let name = Name(kind, format, figure)
        where !_values.ContainsKey(name)
        select $"{name} is missing";
}

/// <summary>What one format costs on one kind of data.</summary>
/// <param name="Format">Name of the format.</param>
/// <param name="EncodeUs">Microseconds to encode a block.</param>
/// <param name="DecodeUs">Microseconds to decode it.</param>
/// <param name="Bytes">Length of its payload.</param>
public sealed record FormatFigures(string Format, double EncodeUs, double DecodeUs, double Bytes);
