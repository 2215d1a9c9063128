using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Stateful;

namespace SignalMonitor.Evaluation;

/// <summary>
/// A form of output. A column comes in pieces, so that a journal of any length needs no more memory than a block.
/// </summary>
internal interface IEvalOutput
{
    /// <summary>A column begins.</summary>
    void BeginColumn(ProgramVariable described);

    /// <summary>More of it.</summary>
    /// <param name="first">Index of the first value since the stream began.</param>
    /// <param name="values">The values.</param>
    /// <param name="qualities">One for each.</param>
    void Column(long first, ReadOnlySpan<double> values, ReadOnlySpan<Quality> qualities);

    /// <summary>It ends.</summary>
    void EndColumn();

    /// <summary>A table, as it is at the end.</summary>
    void Table(ProgramVariable described, ITableState table, Quality quality);

    /// <summary>A single value, as it is at the end.</summary>
    /// <param name="described">What it is.</param>
    /// <param name="value">The value; NaN none.</param>
    /// <param name="state"><c>pending</c> or <c>final</c>.</param>
    /// <param name="quality">How far it can be trusted.</param>
    /// <param name="missing">Why there is no value; null when there is one.</param>
    void Result(ProgramVariable described, double value, string state, Quality quality, string? missing);
}
