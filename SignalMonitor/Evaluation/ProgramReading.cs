using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Stateful;

namespace SignalMonitor.Evaluation;

/// <summary>
/// Takes what a formula gives out of its program: a column after each block, everything else at the end.
/// </summary>
/// <param name="output">Where it goes.</param>
internal sealed class ProgramReading(IEvalOutput output)
{
    /// <summary>After <see cref="End"/> why there is no value, or what a table no longer shows; null nothing.</summary>
    public string? Note { get; private set; }

    private bool _hasBegun;

    /// <summary>After each block.</summary>
    public void Block(SignalProgram program)
    {
        ProgramVariable described = program.Variables[Formula.Place];
        if (described.Kind != SignalKind.Column)
            return;
        if (!_hasBegun)
            output.BeginColumn(described);
        _hasBegun = true;
        output.Column(
            program.FirstIndex(Formula.Place), program.Values(Formula.Place), program.Qualities(Formula.Place));
    }

    /// <summary>After the last.</summary>
    public void End(SignalProgram program)
    {
        ProgramVariable described = program.Variables[Formula.Place];
        if (_hasBegun)
            output.EndColumn();
        else if (program.Table(Formula.Place) is { } table)
            Table(described, table, program.QualityOf(Formula.Place));
        else
            Result(described, program);
    }

    private void Table(ProgramVariable described, ITableState table, Quality quality)
    {
        output.Table(described, table, quality);
        Note = table.Loss.Text();
    }

    private void Result(ProgramVariable described, SignalProgram program)
    {
        string? missing = program.Missing(Formula.Place);
        output.Result(
            described, program.Value(Formula.Place), StateOf(program), program.QualityOf(Formula.Place), missing);
        Note = missing is null ? null : $"no value: {missing}";
    }

    private static string StateOf(SignalProgram program) => program.IsFinal(Formula.Place) ? "final" : "pending";
}
