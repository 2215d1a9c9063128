using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Text;
using FuncLibs.Signals.Expressions.Tree;
using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>A definition after parsing.</summary>
/// <param name="Definition">As it was written.</param>
/// <param name="Tree">Its tree; null after a fault.</param>
/// <param name="Fault">What is wrong with its name or text.</param>
/// <param name="Names">Every name in it.</param>
/// <param name="Dependencies">Those that are variables.</param>
internal sealed record ParsedVariable(
    VariableDefinition Definition, Node? Tree, ExpressionFault? Fault, ImmutableArray<string> Names, ImmutableArray<string> Dependencies)
{
    /// <summary>Parses a definition.</summary>
    /// <param name="definition">The definition.</param>
    /// <param name="fits">False beyond the most variables of a set.</param>
    /// <param name="isFirst">False when another before it has its name.</param>
    /// <param name="scope">Names it must not take.</param>
    /// <param name="limits">Limits of its text.</param>
    /// <param name="variables">Names of all variables.</param>
    public static ParsedVariable Of(
        VariableDefinition definition, bool fits, bool isFirst, ISignalScope scope, ExpressionLimits limits, HashSet<string> variables)
    {
        ExpressionFault? fault = !fits ? Refuse($"there are more than {SignalCompiler.MaxVariables} variables", "leave some out")
            : !isFirst ? Refuse($"there is another variable '{definition.Name}'", "give each a name of its own")
            : NameRules.Check(definition.Name, scope);
        if (fault is not null)
            return new ParsedVariable(definition, null, fault, [], []);
        ParseOutcome parsed = ExpressionParser.Parse(definition.Text, limits);
        if (parsed.Tree is null)
            return new ParsedVariable(definition, null, parsed.Fault, [], []);
        ImmutableArray<string> names = NameUse.Of(parsed.Tree);
        return new ParsedVariable(definition, parsed.Tree, null, names, [.. names.Where(variables.Contains)]);
    }

    private static ExpressionFault Refuse(string what, string advice) => new(new TextPlace(1, 1), what, advice);
}
