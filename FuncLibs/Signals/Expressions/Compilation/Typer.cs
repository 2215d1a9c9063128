using System.Collections.Immutable;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Expressions.Syntax;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>
/// Finds out what a tree means: kinds, units, rates, functions; and makes its nodes. Constants are folded as they meet.
/// </summary>
/// <param name="names">What names mean, variables too.</param>
/// <param name="graph">Where nodes are made.</param>
/// <param name="notes">Where faults and warnings go.</param>
internal sealed class Typer(NameTable names, GraphBuilder graph, TypingDiagnostics notes)
{
    /// <summary>Where nodes are made.</summary>
    public GraphBuilder Graph => graph;

    /// <summary>The units that texts may name.</summary>
    public UnitTable Units => names.Units;

    /// <summary>The value of a tree; null after a fault.</summary>
    public TypedValue? Type(Node node) => node switch
    {
        NumberNode number => Number(number),
        NameNode name => Name(name),
        UnaryNode { Operator: UnaryOperator.Not } not => Call("not", not.Position, [Plain(not.Operand)]),
        UnaryNode negate => Call("negate", negate.Position, [Plain(negate.Operand)]),
        BinaryNode binary => Call(
            OperatorPrecedence.Symbol(binary.Operator), binary.Position, [Plain(binary.Left), Plain(binary.Right)]),
        CallNode call => Call(call),
        TextNode text => notes.Reject(
            text.Position, "a text is not a value", "only some functions take one, as convert(x, \"kN\")"),
        _ => notes.Reject(
            node.Position, "a table is not a value", "only lookup takes one, as lookup(x, [0, 0; 10, 100])"),
    };

    private static Argument Plain(Node node) => new(null, node, node.Position);

    private TypedValue? Number(NumberNode number)
    {
        if (number.Unit.Length == 0)
            return TypedValue.Number(number.Value, null);
        if (TypedUnits.Parse(number.Unit, Units, out string fault) is { } unit)
            return TypedValue.Number(number.Value, unit);
        const string Rule = "a name after a number is its unit";
        return names.IsKnown(number.Unit)
            ? notes.Reject(number.Position, $"'{number.Unit}' is no unit",
                FormattableString.Invariant($"{Rule}; write {number.Value:R} * {number.Unit} for the product"))
            : notes.Reject(number.Position, fault, $"{Rule}; write * for a product");
    }

    private TypedValue? Name(NameNode name)
    {
        if (names.FindVariable(name.Name) is { } variable)
            return variable.Value ?? notes.Reject(
                name.Position, $"variable '{name.Name}' is not valid", "correct it first");
        return names.FindEntry(name.Name) switch
        {
            ColumnEntry column => Column(name, column),
            ConstantEntry constant when TypedUnits.Parse(constant.Unit, out _) is { } unit =>
                TypedValue.Number(constant.Value, constant.Unit.Length == 0 ? null : unit),
            ConstantEntry constant =>
                notes.Reject(
                    name.Position,
                    $"the unit '{constant.Unit}' of {name.Name} is not known",
                    "correct it where it is set"),
            _ => Unknown(name),
        };
    }

    private TypedValue? Column(NameNode name, ColumnEntry column)
    {
        if (TypedUnits.Parse(column.Unit, Units, out _) is not { } unit)
            return notes.Reject(
                name.Position, $"the unit '{column.Unit}' of {name.Name} is not known", "correct it in the catalogue");
        Rate rate = new(column.RateHz, column.Points);
        return TypedValue.FromNode(
            graph.Input(rate, new InputColumn(column.Column, column.RateHz, column.Min, column.Max)), unit);
    }

    private TypedValue? Unknown(NameNode name) => FunctionTable.Find(name.Name) is { IsCallable: true } row
        ? notes.Reject(name.Position, $"{name.Name} is a function", $"expected {row.Usage}")
        : Units.Find(name.Name) is not null
        ? notes.Reject(name.Position, $"the name '{name.Name}' is not known; it is a unit",
            $"a unit follows its number, a compound unit is in brackets, as 20 [kN/{name.Name}]")
        : notes.Reject(name.Position, $"the name '{name.Name}' is not known{Suggestion.For(name.Name, names.All)}",
            "expected a channel, a variable or a constant");

    private TypedValue? Call(CallNode call) =>
        RowOf(call, notes) is null ? null : Call(call.Name, call.Position, call.Arguments);

    /// <summary>The function that is called; null after a fault.</summary>
    public static FunctionRow? RowOf(CallNode call, TypingDiagnostics notes)
    {
        if (FunctionTable.Find(call.Name) is { IsCallable: true } row)
            return row;
        string near = Suggestion.For(call.Name, FunctionTable.Names);
        notes.Reject(call.Position, $"there is no function '{call.Name}'{near}",
            "the functions are listed in docs/expressions.md");
        return null;
    }

    private TypedValue? Call(string name, TextPosition place, ImmutableArray<Argument> arguments)
    {
        CallBinder binder = new(this, notes);
        return binder.Bind(FunctionTable.Find(name)!, place, arguments) is { } bound
            ? bound.Row.Body.Build(bound, graph, notes) : null;
    }
}

/// <summary>
/// Brings the values of a variable to the unit its definition requests; values without a unit are given it.
/// </summary>
internal static class DeclaredUnit
{
    /// <summary>The value in that unit; null after a fault.</summary>
    public static TypedValue? Apply(
        TypedValue value, ParsedVariable variable, UnitTable units, GraphBuilder graph, TypingDiagnostics notes)
    {
        string text = variable.Definition.Unit;
        if (text.Length == 0 || value.Kind == SignalKind.Table)
            return value;
        TextPosition place = variable.Tree!.Position;
        if (TypedUnits.Parse(text, units, out string fault) is not { } unit)
            return notes.Reject(place, fault, "correct the unit of the variable");
        return value.Unit is { } own && !TypedUnits.AreAlike(own, unit)
            ? notes.Reject(
                place,
                $"the expression has {TypedUnits.Name(own)}, the variable {TypedUnits.Name(unit)}",
                "correct one of them")
            : Conversions.To(value, unit, graph);
    }
}
