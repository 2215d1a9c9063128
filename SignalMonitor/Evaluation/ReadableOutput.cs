using System.Collections.Immutable;
using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Stateful;
using SignalMonitor.Formatting;

namespace SignalMonitor.Evaluation;

/// <summary>
/// For people: of a long column its first and last values, of a long table its first rows. Good quality is not shown.
/// </summary>
/// <param name="text">Where it goes.</param>
internal sealed class ReadableOutput(ResultText text) : IEvalOutput
{
    private const int FirstValues = 20;
    private const int LastValues = 5;
    private const int MaxRows = 100;

    private readonly Queue<(long Index, double Value, Quality Quality)> _last = new(LastValues + 1);
    private string _unit = "";
    private long _count;

    /// <inheritdoc/>
    public void BeginColumn(ProgramVariable described)
    {
        _unit = described.Unit;
        text.Add("values at ").Add(described.RateHz).Add(" Hz").EndLine();
    }

    /// <inheritdoc/>
    public void Column(long first, ReadOnlySpan<double> values, ReadOnlySpan<Quality> qualities)
    {
        for (int i = 0; i < values.Length; i++)
        {
            if (_count++ < FirstValues)
            {
                AddLine(first + i, values[i], qualities[i]);
                continue;
            }

            _last.Enqueue((first + i, values[i], qualities[i]));
            if (_last.Count > LastValues)
                _last.Dequeue();
        }
    }

    /// <inheritdoc/>
    public void EndColumn()
    {
        if (_count - FirstValues - _last.Count is > 0 and long left)
            text.Add("... ").Add(left).Add(" more; --csv and --json give all").EndLine();
        foreach ((long index, double value, Quality quality) in _last)
            AddLine(index, value, quality);
        text.Add(_count).Add(" values").EndLine();
    }

    /// <inheritdoc/>
    public void Table(ProgramVariable described, ITableState table, Quality quality)
    {
        text.Add(string.Join('\t', table.Columns)).EndLine();
        ImmutableArray<ImmutableArray<double>> rows = table.Rows();
        foreach (ImmutableArray<double> row in rows.Take(MaxRows))
        {
            for (int i = 0; i < row.Length; i++)
                text.Add(i == 0 ? "" : "\t").Add(row[i]);
            text.EndLine();
        }

        if (rows.Length > MaxRows)
            text.Add("... ").Add((long)(rows.Length - MaxRows)).Add(" more; --csv and --json give all").EndLine();
        text.Add((long)rows.Length).Add(" rows, ").Add(StateNames.NameOf(quality)).EndLine();
    }

    /// <inheritdoc/>
    public void Result(ProgramVariable described, double value, string state, Quality quality, string? missing)
    {
        _unit = described.Unit;
        AddValue(value, quality);
        text.Add(", ").Add(state).EndLine();
    }

    private void AddLine(long index, double value, Quality quality)
    {
        text.Add(index).Add(": ");
        AddValue(value, quality);
        text.EndLine();
    }

    private void AddValue(double value, Quality quality)
    {
        text.Add(value);
        if (_unit.Length > 0)
            text.Add(" ").Add(_unit);
        if (quality != Quality.Good)
            text.Add(", ").Add(StateNames.NameOf(quality));
    }
}
