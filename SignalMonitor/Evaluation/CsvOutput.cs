using System.Collections.Immutable;
using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Stateful;
using SignalMonitor.Formatting;

namespace SignalMonitor.Evaluation;

/// <summary>
/// CSV as RFC 4180 has it, but with line ends of one character: <c>index,value,quality</c> for a column, the columns of
/// a table, <c>value,state,quality</c> for a result.
/// </summary>
/// <param name="text">Where it goes.</param>
internal sealed class CsvOutput(ResultText text) : IEvalOutput
{
    /// <inheritdoc/>
    public void BeginColumn(ProgramVariable described) => text.Add("index,value,quality").EndLine();

    /// <inheritdoc/>
    public void Column(long first, ReadOnlySpan<double> values, ReadOnlySpan<Quality> qualities)
    {
        for (int i = 0; i < values.Length; i++)
            text.Add(first + i).Add(",").Add(values[i]).Add(",").Add(StateNames.NameOf(qualities[i])).EndLine();
    }

    /// <inheritdoc/>
    public void EndColumn()
    {
    }

    /// <inheritdoc/>
    public void Table(ProgramVariable described, ITableState table, Quality quality)
    {
        text.Add(string.Join(',', table.Columns)).EndLine();
        foreach (ImmutableArray<double> row in table.Rows())
        {
            for (int i = 0; i < row.Length; i++)
                text.Add(i == 0 ? "" : ",").Add(row[i]);
            text.EndLine();
        }
    }

    /// <inheritdoc/>
    public void Result(ProgramVariable described, double value, string state, Quality quality, string? missing)
    {
        text.Add("value,state,quality").EndLine();
        text.Add(value).Add(",").Add(state).Add(",").Add(StateNames.NameOf(quality)).EndLine();
    }
}
