using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>
/// Compiles a set of variables for a stream. Never throws for a text: what is wrong with a variable is beside it.
/// </summary>
public sealed class SignalCompiler
{
    /// <summary>Most variables of a set.</summary>
    public const int MaxVariables = 4096;

    /// <summary>How the fault of a variable begins that could not be compiled for an unexpected reason.</summary>
    public const string UnexpectedFault = "the formula cannot be compiled";

    /// <summary>
    /// Every function as it is called, in alphabetical order: <c>emod(stress, strain, lo [MPa], hi [MPa])</c>. A unit
    /// in brackets is that of a constant; one without a unit is a plain number, or has the unit of the first operand.
    /// </summary>
    public static ImmutableArray<string> Signatures { get; } =
        [.. FunctionTable.Names.Select(name => FunctionTable.Find(name)!.Signature)];

    /// <summary>Every function with what it gives, in alphabetical order.</summary>
    public static ImmutableArray<FunctionDescription> Functions { get; } =
    [
        .. FunctionTable.Names.Select(name => (Name: name, Said: FunctionSummaries.Find(name)))
            .Select(
                row => new FunctionDescription(
                    row.Name, FunctionTable.Find(row.Name)!.Signature, row.Said.Group, row.Said.Summary)),
    ];

    private readonly ISignalScope _scope;
    private readonly NameTable _names;
    private readonly GraphBuilder _graph;
    private readonly List<ParsedVariable> _parsed;
    private readonly Dictionary<ParsedVariable, CompiledVariable> _compiled = [];

    private SignalCompiler(IReadOnlyList<VariableDefinition> definitions, ISignalScope scope, ExpressionLimits limits)
    {
        _scope = scope;
        _graph = new GraphBuilder(scope.Run, limits.StateBytes);
        HashSet<string> all = new(StringComparer.Ordinal);
        _parsed = new(definitions.Count);
        HashSet<string> variables = [.. definitions.Select(definition => definition.Name)];
        for (int i = 0; i < definitions.Count; i++)
            _parsed.Add(
                ParsedVariable.Parse(
                    definitions[i], i < MaxVariables, all.Add(definitions[i].Name), scope, limits, variables));
        _names = new NameTable(scope, all);
    }

    /// <summary>
    /// Compiles a set. The program has the variables in the order of the definitions, those that were refused too.
    /// </summary>
    /// <param name="definitions">The variables.</param>
    /// <param name="scope">Channels and constants they may use.</param>
    /// <param name="limits">Null for <see cref="ExpressionLimits.Default"/>.</param>
    public static SignalProgram Compile(
        IReadOnlyList<VariableDefinition> definitions, ISignalScope scope, ExpressionLimits? limits = null) =>
        new SignalCompiler(definitions, scope, limits ?? ExpressionLimits.Default).Run();

    /// <summary>
    /// What is wrong with a text whatever the stream: its grammar, its functions, and how many arguments they get; null
    /// when nothing is.
    /// </summary>
    public static ExpressionDiagnostic? CheckText(string text)
    {
        ParseOutcome parsed = ExpressionParser.Parse(text);
        if (parsed.Tree is null)
            return parsed.Fault;
        TypingDiagnostics notes = new();
        foreach (CallNode call in NodeTraversal.DescendantsAndSelf(parsed.Tree).OfType<CallNode>())
        {
            if (!FunctionTable.IsReserved(call.Name) && Typer.RowOf(call, notes) is { } row)
                _ = CallBinder.Match(row, call.Position, call.Arguments, notes);
        }

        return notes.Fault;
    }

    private SignalProgram Run()
    {
        Dictionary<string, ParsedVariable> byName = new(StringComparer.Ordinal);
        foreach (ParsedVariable variable in _parsed)
            byName.TryAdd(variable.Definition.Name, variable);
        DependencyOrder order = new(
            byName.ToDictionary(pair => pair.Key, pair => pair.Value.Dependencies, StringComparer.Ordinal));
        foreach (string name in order.Cyclic)
            Refuse(byName[name], order.CycleOf(name) is { } cycle
                ? new ExpressionDiagnostic(
                    new TextPosition(1, 1), $"it needs itself: {cycle}", "take one of them out of the circle")
                : new ExpressionDiagnostic(
                    new TextPosition(1, 1), "it needs a variable that needs itself", "correct that one first"));
        foreach (string name in order.Order)
            CompileGuarded(byName[name]);
        ImmutableArray<int> places = [.. order.Order.Select(name => _parsed.IndexOf(byName[name]))];
        ImmutableArray<CompiledVariable> variables = [.. _parsed.Select(Outcome)];
        try
        {
            return ProgramOf(variables, places);
        }
        catch (Exception unexpected) when (unexpected is not OutOfMemoryException)
        {
            // No variable can be named, so none runs: a failed edit leaves the set before it.
            return ProgramOf(
                [.. _parsed.Select((v, i) => Refused(v, variables[i].Description.Fault ?? Unexpected(unexpected)))],
                places);
        }
    }

    private SignalProgram ProgramOf(ImmutableArray<CompiledVariable> variables, ImmutableArray<int> order)
    {
        GraphNode[] roots =
            [.. variables.Select(variable => variable.Value?.Operand.Node).OfType<GraphNode>().Distinct()];
        LoweredProgram lowered = new Lowering(_graph.Nodes, roots).Lower();
        return new SignalProgram(
            [.. variables.Select(variable => variable.Description)], order, lowered.Parts,
            [.. variables.Select(variable => lowered.OutputOf(variable.Value?.Operand))]);
    }

    // A defect of a function must not end the thread that compiles: its variable is refused, the others run.
    private void CompileGuarded(ParsedVariable variable)
    {
        try
        {
            Compile(variable);
        }
        catch (Exception unexpected) when (unexpected is not OutOfMemoryException)
        {
            _graph.RollBackVariable();
            Refuse(variable, Unexpected(unexpected));
        }
    }

    private static ExpressionDiagnostic Unexpected(Exception unexpected) => new(
        new TextPosition(1, 1),
        $"{UnexpectedFault} ({unexpected.GetType().Name}: {unexpected.Message.ReplaceLineEndings(" ")})",
        "this is a defect of the program; report it with the formula");

    private CompiledVariable Outcome(ParsedVariable variable) =>
        _compiled.TryGetValue(variable, out CompiledVariable? compiled) ? compiled : Refused(variable, variable.Fault!);

    private void Compile(ParsedVariable variable)
    {
        if (variable.Fault is { } fault)
        {
            Refuse(variable, fault);
            return;
        }

        StateKey key = VariableKey.Create(variable, _names);
        TypingDiagnostics notes = new();
        StateKey? legacyKey = VariableKey.CreateLegacy(variable, _names);
        StateKey? acrossRunsKey = VariableKey.CreateAcrossRuns(variable, _names);
        BeginVariable(variable.Definition, key, legacyKey, acrossRunsKey);
        TypedValue? value = new Typer(_names, _graph, notes).Type(variable.Tree!);
        value = value is null ? null : DeclaredUnit.Apply(value, variable, _names.Units, _graph, notes);
        value = value is null ? null : Tare.Apply(value, variable, _graph, notes);
        if (notes.Fault is not null || value is null)
        {
            _graph.RollBackVariable();
            Refuse(variable, notes.Fault!);
            return;
        }

        _graph.CommitVariable();
        _names.Add(variable.Definition.Name, new VariableBinding(value, key, legacyKey, acrossRunsKey));
        _compiled[variable] = new CompiledVariable(value, Describe(variable, value, null, notes));
    }

    // A reset is of the functions of this variable alone: those that name it go on with the key without it.
    private void BeginVariable(
        VariableDefinition definition, StateKey key, StateKey? legacyKey, StateKey? acrossRunsKey)
    {
        if (definition.Resets > 0)
        {
            (key, legacyKey) = (AfterResets(key, definition.Resets), null);
            acrossRunsKey = acrossRunsKey is { } acrossRuns ? AfterResets(acrossRuns, definition.Resets) : null;
        }

        _graph.BeginVariable(definition.Name, definition.ContinuesAcrossRuns, key, legacyKey, acrossRunsKey);
    }

    private static StateKey AfterResets(StateKey key, long resets) =>
        StateKey.FromText(FormattableString.Invariant($"{key} reset {resets}"));

    private void Refuse(ParsedVariable variable, ExpressionDiagnostic fault)
    {
        _names.Add(variable.Definition.Name, new VariableBinding(null, default));
        _compiled[variable] = Refused(variable, fault);
    }

    private static CompiledVariable Refused(ParsedVariable variable, ExpressionDiagnostic fault) =>
        new(null, Describe(variable, null, fault, new TypingDiagnostics()));

    private static ProgramVariable Describe(
        ParsedVariable variable, TypedValue? value, ExpressionDiagnostic? fault, TypingDiagnostics notes) => new(
        variable.Definition,
        value?.Kind ?? SignalKind.Column,
        value?.Unit is { } unit ? unit.Name : "",
        value is { Kind: SignalKind.Column, Rate: { } rate } ? rate.Hz : 0,
        variable.Dependencies,
        fault,
        [.. notes.Warnings]);
}

/// <summary>A variable after compiling.</summary>
/// <param name="Value">What it is; null when it was refused.</param>
/// <param name="Description">Its description.</param>
internal sealed record CompiledVariable(TypedValue? Value, ProgramVariable Description);
