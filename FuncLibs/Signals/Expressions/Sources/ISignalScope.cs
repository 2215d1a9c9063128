using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Sources;

/// <summary>
/// The names an expression may use beside variables: columns of a stream, and constants such as <c>run.l0</c>.
/// </summary>
public interface ISignalScope
{
    /// <summary>Every name, for suggestions.</summary>
    IEnumerable<string> Names { get; }

    /// <summary>
    /// The units that expressions, definitions and columns may have: the standard ones unless the lab defines its own.
    /// </summary>
    UnitTable Units => UnitTable.Standard;

    /// <summary>
    /// Text that names the newest test run; empty before the first. A new one resets the state of functions.
    /// </summary>
    string Run => "";

    /// <summary>What a name means; null when it means nothing.</summary>
    ScopeEntry? Find(string name);
}

/// <summary>What a name in an expression means.</summary>
/// <param name="Unit">Unit of its values, as text; empty is dimensionless.</param>
public abstract record ScopeEntry(string Unit);

/// <summary>A column of the stream.</summary>
/// <param name="Column">Its number, by which the program asks its source for it.</param>
/// <param name="Unit">Unit of its values; empty is dimensionless.</param>
/// <param name="RateHz">Values a second, above 0.</param>
/// <param name="Points">Values of a full block, at least 1: rates of one scope are to each other as these.</param>
/// <param name="Min">Lower end of its range; minus infinity when it has none. A value at or beyond an end is
/// saturated.</param>
/// <param name="Max">Upper end of its range.</param>
public sealed record ColumnEntry(
    int Column,
    string Unit,
    double RateHz,
    int Points,
    double Min = double.NegativeInfinity,
    double Max = double.PositiveInfinity)
    : ScopeEntry(Unit)
{
    /// <summary>
    /// Name of the channel when this is another name of it; empty when the name itself is that of the channel.
    /// </summary>
    public string Channel { get; init; } = "";
}

/// <summary>A number that holds as long as the program does: the gauge length of the test run.</summary>
/// <param name="Value">The number.</param>
/// <param name="Unit">Its unit; empty is a plain number.</param>
public sealed record ConstantEntry(double Value, string Unit) : ScopeEntry(Unit);
