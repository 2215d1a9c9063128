using System.Collections.Frozen;

namespace FuncLibs.Signals.Units;

/// <summary>Units by their symbol, case-sensitive: mN is not MN. Immutable.</summary>
public sealed class UnitTable
{
    private readonly FrozenDictionary<string, Unit> _units;

    private UnitTable(IEnumerable<Unit> units) =>
        _units = units.ToFrozenDictionary(unit => unit.Name, StringComparer.Ordinal);

    /// <summary>The units that a rig engineer uses; see <see cref="StandardUnits"/>.</summary>
    public static UnitTable Standard { get; } = new(StandardUnits.All());

    /// <summary>All symbols, in no order.</summary>
    public IReadOnlyCollection<string> Symbols => _units.Keys;

    /// <summary>
    /// The unit of a symbol, or null. The micro sign, the degree sign and the ohm sign stand for u, deg and ohm.
    /// </summary>
    public Unit? Find(string symbol) => _units.GetValueOrDefault(Plain(symbol));

    /// <summary>This table with units of a lab's own. One that has a symbol of this table takes its place.</summary>
    /// <param name="units">Units whose names are letters, % and _ only.</param>
    /// <param name="fault">The first of them that cannot be a unit, and why, in one line; null when all can.</param>
    /// <returns>The table, or null.</returns>
    public UnitTable? With(IReadOnlyCollection<Unit> units, out string? fault)
    {
        fault = units.Select(FindFault).FirstOrDefault(found => found is not null);
        Dictionary<string, Unit> all = new(_units, StringComparer.Ordinal);
        foreach (Unit unit in units)
            all[unit.Name] = unit;
        return fault is null ? new UnitTable(all.Values) : null;
    }

    /// <summary>True for what a symbol is made of.</summary>
    internal static bool IsSymbol(char c) => char.IsLetter(c) || c is '%' or '_' or '\u00B0';

    private static string? FindFault(Unit unit)
    {
        if (unit.Name.Length is 0 or > UnitAlgebra.MaxName || !unit.Name.All(IsSymbol))
            return $"unit '{unit.Name}': a symbol is made of letters, % and _";
        if (!(unit.Factor > 0 && double.IsFinite(unit.Factor) && double.IsFinite(unit.Offset)))
            return $"unit '{unit.Name}': the factor is finite and above 0, the offset finite";
        return null;
    }

    // Both micro signs, the degree sign, the ohm sign and capital omega.
    private static string Plain(string symbol) => symbol
        .Replace('\u00B5', 'u').Replace('\u03BC', 'u')
        .Replace("\u00B0", "deg", StringComparison.Ordinal)
        .Replace("\u2126", "ohm", StringComparison.Ordinal).Replace("\u03A9", "ohm", StringComparison.Ordinal);
}
