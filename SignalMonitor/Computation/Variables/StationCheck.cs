using System.Collections.Immutable;
using FuncLibs.Catalogue;
using FuncLibs.Catalogue.Names;
using FuncLibs.Signals.Expressions.Programs;
using FuncLibs.Signals.Expressions.Variables;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Computation.Variables;

/// <summary>
/// Judges definitions as a running monitor would: every row by its own rules, every formula compiled for the streams that were met last. A
/// formula is good when one stream can compute it. While no stream was ever met, only its grammar, functions and numbers of arguments are judged.
/// </summary>
/// <param name="streams">The streams.</param>
internal sealed class StationCheck(ImmutableArray<StreamDescription> streams) : IVariableCheck
{
    /// <summary>With the streams that a monitor with this state folder met.</summary>
    public static StationCheck In(string stateFolder) => new(KnownStreams.Load(stateFolder));

    /// <inheritdoc/>
    public IReadOnlyList<VariableFault> Check(VariableSet set)
    {
        IReadOnlyList<VariableFault> rows = new DefinitionCheck().Check(set);
        if (rows.Count > 0)
            return rows;
        LabUnits units = LabUnits.Of(set.Units);
        IEnumerable<VariableFault> formulas = streams.IsEmpty
            ? set.EnabledVariables.Select(Grammar).OfType<VariableFault>() : Compiled(set);
        return [.. units.Faults, .. formulas];
    }

    private static VariableFault? Grammar(SignalMonitor.Variables.Definitions.SignalVariable variable) =>
        SignalCompiler.CheckText(variable.Expression) is { } fault ? new VariableFault(variable.Title, fault.ToString()) : null;

    private IEnumerable<VariableFault> Compiled(VariableSet set)
    {
        SignalMonitor.Variables.Definitions.SignalVariable[] variables = [.. set.EnabledVariables];
        VariableDefinition[] definitions = [.. variables.Select(variable => variable.ToCompiled())];
        SignalProgram[] programs =
            [.. streams.Select(stream => SignalCompiler.Compile(definitions, StationScope.Of(new StreamSignals(stream), set)))];
        for (int i = 0; i < variables.Length; i++)
        {
            if (!Array.Exists(programs, program => program.Variables[i].IsOk))
                yield return new VariableFault(variables[i].Title, programs[0].Variables[i].Fault!.ToString());
        }
    }
}
