using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>
/// What names mean while a set of variables is compiled: variables first, then the scope, then the constants of the
/// language.
/// </summary>
/// <param name="scope">Columns and constants of the outside.</param>
/// <param name="variables">Names of all variables, for suggestions.</param>
internal sealed class NameTable(ISignalScope scope, IEnumerable<string> variables)
{
    private static readonly Dictionary<string, ConstantEntry> Constants = new(StringComparer.Ordinal)
    {
        ["pi"] = new ConstantEntry(Math.PI, ""),
        ["nan"] = new ConstantEntry(double.NaN, ""),
        ["inf"] = new ConstantEntry(double.PositiveInfinity, ""),
    };

    private readonly Dictionary<string, VariableBinding> _compiled = new(StringComparer.Ordinal);

    /// <summary>Every name.</summary>
    public IEnumerable<string> All => [.. variables, .. scope.Names, .. Constants.Keys];

    /// <summary>The units.</summary>
    public UnitTable Units => scope.Units;

    /// <summary>True for a constant of the language.</summary>
    public static bool IsConstant(string name) => Constants.ContainsKey(name);

    /// <summary>True for a name that stands for a value.</summary>
    public bool IsKnown(string name) => _compiled.ContainsKey(name) || FindEntry(name) is not null;

    /// <summary>A variable that was compiled before, or failed.</summary>
    public VariableBinding? FindVariable(string name) => _compiled.GetValueOrDefault(name);

    /// <summary>A name that is no variable.</summary>
    public ScopeEntry? FindEntry(string name) => scope.Find(name) ?? Constants.GetValueOrDefault(name);

    /// <summary>Makes a variable known to those that follow.</summary>
    public void Add(string name, VariableBinding variable) => _compiled[name] = variable;
}

/// <summary>A variable as others see it.</summary>
/// <param name="Value">What it is; null when it was refused.</param>
/// <param name="Key">Changes with its text and with all it depends on.</param>
/// <param name="LegacyKey">Its key in 0.1.0; null when that lacks the channels it depends on.</param>
/// <param name="AcrossRunsKey">Its key without the constants of the test run; null when it does not depend on
/// them.</param>
internal sealed record VariableBinding(
    TypedValue? Value, StateKey Key, StateKey? LegacyKey = null, StateKey? AcrossRunsKey = null);
