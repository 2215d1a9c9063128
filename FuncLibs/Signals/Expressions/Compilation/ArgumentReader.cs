using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Syntax;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>Reads the arguments of one call, each as the kind its parameter has. Returns null after a fault.</summary>
internal sealed class ArgumentReader(Typer typer, TypingDiagnostics notes, TextPosition call)
{
    private Unit? _first;
    private Rate _rate;
    private bool _hasFirst;

    /// <summary>Reads what was given for one parameter; nothing given means its default.</summary>
    public BoundArgument? Read(Parameter parameter, IReadOnlyList<Argument> given)
    {
        if (given.Count == 0)
            return Default(parameter);
        Node node = given[0].Value;
        return parameter.Kind switch
        {
            ParameterKind.Value or ParameterKind.Column => Values(parameter, given),
            ParameterKind.Constant or ParameterKind.Integer => Constants(parameter, given),
            ParameterKind.Choice => Choice(parameter, node),
            ParameterKind.Text when node is TextNode text =>
                new BoundArgument(parameter, node.Position) { Word = text.Value },
            ParameterKind.Table when node is TableNode table => Table(parameter, table),
            ParameterKind.Form => FormOf(parameter, node),
            ParameterKind.Text => Refuse(
                node.Position, $"'{parameter.Name}' is a text", "put it between quotes, as \"kN\""),
            _ => Refuse(node.Position, $"'{parameter.Name}' is a table", "write pairs, as [0, 0; 10, 100]"),
        };
    }

    private BoundArgument Default(Parameter parameter) => new(parameter, call)
    {
        Numbers = parameter.Kind is ParameterKind.Constant or ParameterKind.Integer ? [parameter.Default] : [],
        Word = parameter.Kind switch
        {
            ParameterKind.Choice => parameter.Words[0],
            ParameterKind.Form => parameter.Forms[0].Name,
            _ => "",
        },
        Values = parameter.Kind == ParameterKind.Value ? [TypedValue.Number(parameter.Default, null)] : [],
        Places = parameter.Kind == ParameterKind.Value ? [call] : [],
    };

    private BoundArgument? Values(Parameter parameter, IReadOnlyList<Argument> given)
    {
        ImmutableArray<TypedValue>.Builder values = ImmutableArray.CreateBuilder<TypedValue>(given.Count);
        foreach (Argument argument in given)
        {
            if (typer.Type(argument.Value) is not { } value)
                return null;
            if (parameter.Kind == ParameterKind.Column && value.Kind != SignalKind.Column)
                return Refuse(argument.Value.Position, $"'{parameter.Name}' must be a column, not a {Word(value.Kind)}",
                    "use a channel or a formula of one");
            bool isReduced = parameter.CountsInOnes && value.Unit is { IsLeftOver: true };
            values.Add(isReduced ? Conversions.To(value, Unit.One, typer.Graph) : value);
        }

        if (!_hasFirst)
            (_first, _rate, _hasFirst) = (values[0].Unit, values[0].Rate ?? Rate.Result, true);
        return new BoundArgument(parameter, given[0].Position)
        {
            Values = values.MoveToImmutable(),
            Places = [.. given.Select(argument => argument.Value.Position)],
        };
    }

    private BoundArgument? Constants(Parameter parameter, IReadOnlyList<Argument> given)
    {
        ImmutableArray<double>.Builder numbers = ImmutableArray.CreateBuilder<double>(given.Count);
        foreach (Argument argument in given)
        {
            if (Constant(parameter, argument.Value) is not { } number)
                return null;
            numbers.Add(number);
        }

        return new BoundArgument(parameter, given[0].Position) { Numbers = numbers.MoveToImmutable() };
    }

    private double? Constant(Parameter parameter, Node node)
    {
        if (NumberOf(node, $"'{parameter.Name}'") is not { } value)
            return null;
        if (parameter.IsSamples && value.Unit is { } unit && TypedUnits.AreAlike(unit, TypedUnits.Second))
            return SampleCount.FromSeconds(
                parameter, Conversions.To(value, TypedUnits.Second, typer.Graph).Operand.Number, _rate, node, notes);
        Unit? wanted = parameter.UnitText == Parameter.LikeFirst ? _first : TypedUnits.Parse(parameter.UnitText, out _);
        if (InUnit(value, wanted, node.Position) is not { } number)
            return null;
        bool isInRange = number >= parameter.Min && number <= parameter.Max
            && !(parameter.IsAboveMin && number == parameter.Min);
        bool isWhole = parameter.Kind != ParameterKind.Integer || number == Math.Truncate(number);
        if (isInRange && isWhole)
            return number;
        string kind = parameter.Kind == ParameterKind.Integer ? "a whole number " : "";
        string from = parameter.IsAboveMin ? "above" : "from";
        string range = string.Create(
            CultureInfo.InvariantCulture, $"{kind}{from} {parameter.Min:R} to {parameter.Max:R}");
        notes.Reject(node.Position, string.Create(CultureInfo.InvariantCulture, $"'{parameter.Name}' is {number:R}"),
            $"expected {range} {parameter.UnitText.Trim('=')}".TrimEnd());
        return null;
    }

    private TypedValue? NumberOf(Node node, string name)
    {
        if (typer.Type(node) is not { } value)
            return null;
        return value.Kind == SignalKind.Number
            ? value
            : notes.Reject(node.Position, $"{name} must be a number known beforehand, not a {Word(value.Kind)}",
                "write a number, or a formula of constants");
    }

    private double? InUnit(TypedValue value, Unit? wanted, TextPosition place)
    {
        if (value.Unit is null && wanted is { IsLeftOver: true })
            value = value with { Unit = Unit.One };
        if (value.Unit is null || wanted is null)
            return value.Operand.Number;
        if (TypedUnits.AreAlike(value.Unit, wanted))
            return Conversions.To(value, wanted, typer.Graph).Operand.Number;
        notes.Reject(place, $"units do not go together: {TypedUnits.Name(wanted)} and {TypedUnits.Name(value.Unit)}");
        return null;
    }

    private BoundArgument? Choice(Parameter parameter, Node node)
    {
        string word = (node as NameNode)?.Name ?? "";
        if (parameter.Words.Contains(word))
            return new BoundArgument(parameter, node.Position) { Word = word };
        string near = word.Length == 0 ? "" : Suggestion.For(word, parameter.Words);
        return Refuse(
            node.Position,
            $"'{parameter.Name}' is not '{node}'{near}",
            $"expected {string.Join(", ", parameter.Words)}");
    }

    private BoundArgument? FormOf(Parameter parameter, Node node)
    {
        (string name, ImmutableArray<Argument> arguments) = node switch
        {
            CallNode call => (call.Name, call.Arguments),
            NameNode bare => (bare.Name, []),
            _ => ("", []),
        };
        string expected = $"expected {string.Join(" or ", parameter.Forms.Select(form => form.Usage))}";
        if (parameter.Forms.FirstOrDefault(form => form.Name == name) is not { } found)
            return Refuse(node.Position,
                $"'{parameter.Name}' is not "
                    + $"'{node}'{Suggestion.For(name, parameter.Forms.Select(form => form.Name))}", expected);
        if (arguments.Length != found.Parameters.Length)
            return Refuse(
                node.Position, $"{name} takes {found.Parameters.Length} arguments, not {arguments.Length}", expected);
        ImmutableArray<double>.Builder numbers = ImmutableArray.CreateBuilder<double>(arguments.Length);
        for (int i = 0; i < arguments.Length; i++)
        {
            int index = arguments[i].Name is { } given ? found.IndexOf(given) : i;
            if (index != i)
                return Refuse(arguments[i].Position, $"{name} takes its arguments in the order written", expected);
            if (Constant(found.Parameters[i], arguments[i].Value) is not { } number)
                return null;
            numbers.Add(number);
        }

        return new BoundArgument(parameter, node.Position) { Word = name, Numbers = numbers.MoveToImmutable() };
    }

    private BoundArgument? Table(Parameter parameter, TableNode table)
    {
        double[] x = new double[table.Rows.Length];
        double[] y = new double[table.Rows.Length];
        Unit? unit = null;
        for (int i = 0; i < x.Length; i++)
        {
            if (table.Rows[i].Length != 2)
                return Refuse(table.Rows[i][0].Position, $"row {i + 1} has {table.Rows[i].Length} entries",
                    "expected pairs, as [0, 0; 10, 100]");
            if (NumberOf(table.Rows[i][0], "a place of the table") is not { } place
                || NumberOf(table.Rows[i][1], "a value of the table") is not { } value)
                return null;
            unit ??= value.Unit is { IsLeftOver: true } ? Unit.One : value.Unit;
            if (InUnit(place, _first, table.Rows[i][0].Position) is not { } atX
                || InUnit(value, unit, table.Rows[i][1].Position) is not { } atY)
                return null;
            (x[i], y[i]) = (atX, atY);
        }

        return new BoundArgument(parameter, table.Position) { Table = new BoundTable([.. x], [.. y], unit) };
    }

    private static string Word(SignalKind kind) => kind switch
    {
        SignalKind.Number => "number",
        SignalKind.Column => "column",
        SignalKind.Result => "result of the whole test",
        _ => "table",
    };

    private BoundArgument? Refuse(TextPosition place, string what, string advice)
    {
        notes.Reject(place, what, advice);
        return null;
    }
}
