using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>A definition after parsing.</summary>
/// <param name="Definition">As it was written.</param>
/// <param name="Tree">Its tree; null after a fault.</param>
/// <param name="Fault">What is wrong with its name or text.</param>
/// <param name="Names">Every name in it.</param>
/// <param name="Dependencies">Those that are variables.</param>
internal sealed record ParsedVariable(
    VariableDefinition Definition,
    Node? Tree,
    ExpressionDiagnostic? Fault,
    ImmutableArray<string> Names,
    ImmutableArray<string> Dependencies)
{
    /// <summary>Parses a definition.</summary>
    /// <param name="definition">The definition.</param>
    /// <param name="fits">False beyond the most variables of a set.</param>
    /// <param name="isFirst">False when another before it has its name.</param>
    /// <param name="scope">Names it must not take.</param>
    /// <param name="limits">Limits of its text.</param>
    /// <param name="variables">Names of all variables.</param>
    public static ParsedVariable Parse(
        VariableDefinition definition,
        bool fits,
        bool isFirst,
        ISignalScope scope,
        ExpressionLimits limits,
        HashSet<string> variables)
    {
        ExpressionDiagnostic? fault =
            !fits ? Refuse($"there are more than {SignalCompiler.MaxVariables} variables", "leave some out")
                : !isFirst ? Refuse($"there is another variable '{definition.Name}'", "give each a name of its own")
                : NameRules.Check(definition.Name, scope);
        if (fault is not null)
            return new ParsedVariable(definition, null, fault, [], []);
        ParseOutcome parsed = ExpressionParser.Parse(definition.Text, limits);
        if (parsed.Tree is null)
            return new ParsedVariable(definition, null, parsed.Fault, [], []);
        ImmutableArray<string> names = NameUse.NamesIn(parsed.Tree);
        return new ParsedVariable(definition, parsed.Tree, null, names, [.. names.Where(variables.Contains)]);
    }

    private static ExpressionDiagnostic Refuse(string what, string advice) => new(new TextPosition(1, 1), what, advice);
}

/// <summary>Which names a variable may have.</summary>
internal static class NameRules
{
    private const int MaxLength = 64;

    /// <summary>What is wrong with the name of a variable; null when nothing is.</summary>
    public static ExpressionDiagnostic? Check(string name, ISignalScope scope)
    {
        if (name.Length is 0 or > MaxLength)
            return Refuse($"a name has {name.Length} characters", $"1 to {MaxLength} are allowed");
        if (char.IsAsciiDigit(name[0]) || !name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_'))
            return Refuse($"'{name}' is no name for a variable", "use a-z, 0-9 and _, and begin with a letter");
        if (FunctionTable.IsReserved(name) || NameTable.IsConstant(name))
            return Refuse($"'{name}' is a word of the language", "choose another name");
        return scope.Find(name) is null ? null : Refuse($"'{name}' is a channel or a constant", "choose another name");
    }

    private static ExpressionDiagnostic Refuse(string what, string advice) => new(new TextPosition(1, 1), what, advice);
}
