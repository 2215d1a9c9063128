using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Programs;
using FuncLibs.Signals.Expressions.Programs.States;
using FuncLibs.Signals.Expressions.Text;
using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>Compiles a set of variables for a stream. Never throws for a text: what is wrong with a variable stands beside it.</summary>
public sealed class SignalCompiler
{
    /// <summary>Most variables of a set.</summary>
    public const int MaxVariables = 4096;

    private readonly ISignalScope _scope;
    private readonly NameTable _names;
    private readonly GraphBuilder _graph = new();
    private readonly List<ParsedVariable> _parsed;
    private readonly Dictionary<ParsedVariable, CompiledVariable> _compiled = [];

    private SignalCompiler(IReadOnlyList<VariableDefinition> definitions, ISignalScope scope, ExpressionLimits limits)
    {
        _scope = scope;
        HashSet<string> all = new(StringComparer.Ordinal);
        _parsed = new(definitions.Count);
        HashSet<string> variables = [.. definitions.Select(definition => definition.Name)];
        for (int i = 0; i < definitions.Count; i++)
            _parsed.Add(ParsedVariable.Of(definitions[i], i < MaxVariables, all.Add(definitions[i].Name), scope, limits, variables));
        _names = new NameTable(scope, all);
    }

    /// <summary>Compiles a set. The program has the variables in the order of the definitions, those that were refused too.</summary>
    /// <param name="definitions">The variables.</param>
    /// <param name="scope">Channels and constants they may use.</param>
    /// <param name="limits">Null for <see cref="ExpressionLimits.Default"/>.</param>
    public static SignalProgram Compile(
        IReadOnlyList<VariableDefinition> definitions, ISignalScope scope, ExpressionLimits? limits = null) =>
        new SignalCompiler(definitions, scope, limits ?? ExpressionLimits.Default).Run();

    private SignalProgram Run()
    {
        Dictionary<string, ParsedVariable> byName = new(StringComparer.Ordinal);
        foreach (ParsedVariable variable in _parsed)
            byName.TryAdd(variable.Definition.Name, variable);
        DependencyOrder order = new(byName.ToDictionary(pair => pair.Key, pair => pair.Value.Dependencies, StringComparer.Ordinal));
        foreach (string name in order.Left)
            Refuse(byName[name], order.CycleOf(name) is { } cycle
                ? new ExpressionFault(new TextPlace(1, 1), $"it needs itself: {cycle}", "take one of them out of the circle")
                : new ExpressionFault(new TextPlace(1, 1), "it needs a variable that needs itself", "correct that one first"));
        foreach (string name in order.Order)
            Compile(byName[name]);
        ImmutableArray<int> places = [.. order.Order.Select(name => _parsed.IndexOf(byName[name]))];
        return new SignalProgram([.. _parsed.Select(Outcome)], places, _graph);
    }

    private CompiledVariable Outcome(ParsedVariable variable) =>
        _compiled.TryGetValue(variable, out CompiledVariable? compiled) ? compiled : Refused(variable, variable.Fault!);

    private void Compile(ParsedVariable variable)
    {
        if (variable.Fault is { } fault)
        {
            Refuse(variable, fault);
            return;
        }

        StateKey key = VariableKey.Of(variable, _names);
        TypingNotes notes = new();
        _graph.BeginVariable(key);
        TypedValue? value = new Typer(_names, _graph, notes).Type(variable.Tree!);
        value = value is null ? null : DeclaredUnit.Apply(value, variable, _names.Units, _graph, notes);
        if (notes.Fault is not null || value is null)
        {
            Refuse(variable, notes.Fault!);
            return;
        }

        _names.Add(variable.Definition.Name, new VariableEntry(value, key));
        _compiled.Add(variable, new CompiledVariable(value, Describe(variable, value, null, notes)));
    }

    private void Refuse(ParsedVariable variable, ExpressionFault fault)
    {
        _names.Add(variable.Definition.Name, new VariableEntry(null, default));
        _compiled.Add(variable, Refused(variable, fault));
    }

    private static CompiledVariable Refused(ParsedVariable variable, ExpressionFault fault) =>
        new(null, Describe(variable, null, fault, new TypingNotes()));

    private static SignalVariable Describe(ParsedVariable variable, TypedValue? value, ExpressionFault? fault, TypingNotes notes) => new(
        variable.Definition,
        value?.Kind ?? SignalKind.Column,
        value?.Unit is { } unit ? unit.Name : "",
        value is { Kind: SignalKind.Column, Rate: { } rate } ? rate.Hz : 0,
        variable.Dependencies,
        fault,
        [.. notes.Warnings]);
}
