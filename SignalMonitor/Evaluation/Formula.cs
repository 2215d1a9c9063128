using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Expressions.Syntax;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Evaluation;

/// <summary>
/// An expression with the variables it may name. Its program holds it at <see cref="Place"/>, and of the variables only
/// those it needs.
/// </summary>
/// <param name="text">The expression.</param>
/// <param name="set">The variables of the station.</param>
internal sealed class Formula(string text, VariableSet set)
{
    /// <summary>Place of the expression in its program.</summary>
    public const int Place = 0;

    // No variable of a database begins with it.
    private const string Name = "_eval";

    /// <summary>The variables it may name, with aliases and the test run.</summary>
    public VariableSet Set => set;

    /// <summary>An expression that names no variable.</summary>
    public static Formula Alone(string text) => new(text, new VariableSet { Station = "", Revision = 0 });

    /// <summary>The same expression with other variables.</summary>
    public Formula With(VariableSet other) => new(text, other);

    /// <summary>Compiles it for a stream or for typed values.</summary>
    public FormulaOutcome Compile(ISignalScope scope)
    {
        VariableDefinition[] known = [.. set.EnabledVariables.Select(row => row.ToCompiled())];
        SignalProgram all = Compile(known, scope);
        ProgramVariable requested = all.Variables[Place];
        if (requested.Fault is { } fault)
            return new FormulaOutcome(null, TextOf(fault));
        HashSet<string> needed = Needed(requested, all);
        return new FormulaOutcome(Compile([.. known.Where(variable => needed.Contains(variable.Name))], scope), null);
    }

    private SignalProgram Compile(VariableDefinition[] variables, ISignalScope scope) =>
        SignalCompiler.Compile([new VariableDefinition(Name, text), .. variables], scope);

    private static HashSet<string> Needed(ProgramVariable requested, SignalProgram all)
    {
        HashSet<string> needed = [];
        Stack<ProgramVariable> open = new([requested]);
        while (open.TryPop(out ProgramVariable? variable))
        {
            foreach (string name in variable.Dependencies)
            {
                if (needed.Add(name))
                    open.Push(all.Variables[all.IndexOf(name)]);
            }
        }

        return needed;
    }

    private string TextOf(ExpressionDiagnostic fault) =>
        Caret.Under(text, fault.Position) is { } caret ? $"{fault}{Environment.NewLine}{caret}" : fault.ToString();
}

/// <summary>What came of compiling an expression.</summary>
/// <param name="Program">The program; null when it was refused.</param>
/// <param name="Fault">Why it was refused, with line and column; null when it was not.</param>
internal readonly record struct FormulaOutcome(SignalProgram? Program, string? Fault);
