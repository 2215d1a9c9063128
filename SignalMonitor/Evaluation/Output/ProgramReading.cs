using FuncLibs.Signals.Expressions.Programs;
using FuncLibs.Signals.Expressions.Typing;
using FuncLibs.Signals.Expressions.Variables;
using SignalMonitor.Evaluation.Formulas;

namespace SignalMonitor.Evaluation.Output;

/// <summary>Takes what a formula gives out of its program: a column after each block, everything else at the end.</summary>
/// <param name="output">Where it goes.</param>
internal sealed class ProgramReading(IEvalOutput output)
{
    private bool _hasBegun;

    /// <summary>After each block.</summary>
    public void Block(SignalProgram program)
    {
        SignalVariable described = program.Variables[Formula.Place];
        if (described.Kind != SignalKind.Column)
            return;
        if (!_hasBegun)
            output.BeginColumn(described);
        _hasBegun = true;
        output.Column(program.FirstIndex(Formula.Place), program.Values(Formula.Place), program.Qualities(Formula.Place));
    }

    /// <summary>After the last.</summary>
    public void End(SignalProgram program)
    {
        SignalVariable described = program.Variables[Formula.Place];
        if (_hasBegun)
            output.EndColumn();
        else if (program.Table(Formula.Place) is { } table)
            output.Table(described, table, program.QualityOf(Formula.Place));
        else
            output.Result(described, program.Value(Formula.Place), StateOf(program), program.QualityOf(Formula.Place));
    }

    private static string StateOf(SignalProgram program) => program.IsFinal(Formula.Place) ? "final" : "pending";
}
