using FuncLibs.Hosting.Programs;
using FuncLibs.Signals.Expressions.Sources;

namespace SignalMonitor.Evaluation;

/// <summary>An expression over numbers that were typed.</summary>
internal static class ValuesEvaluation
{
    /// <summary>Evaluates it.</summary>
    /// <param name="expression">Of <c>x</c>.</param>
    /// <param name="given">The numbers, or where they are; see <see cref="ValueList"/>.</param>
    /// <param name="rateHz">Numbers a second.</param>
    /// <param name="output">Where the result goes.</param>
    /// <param name="streams">Standard input, and where remarks for the user go.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Run(
        string expression, string given, double rateHz, IEvalOutput output, ProcessStreams streams)
    {
        if (ValueList.Read(given, streams.Input, out double[] values) is { } fault)
            return fault;
        ArrayColumns source = new(rateHz);
        FormulaOutcome compiled = Formula.Alone(expression).Compile(source);
        if (compiled.Program is not { } program)
            return compiled.Fault;
        source.MoveTo(values);
        program.Run(source);
        ProgramReading reading = new(output);
        reading.Block(program);
        reading.End(program);
        if (reading.Note is { } note)
            streams.Error.WriteLine($"{EvalVerb.Name}: {note}");
        return null;
    }
}
