using System.Collections.Immutable;
using System.Globalization;
using System.Numerics;
using System.Text;

namespace FuncLibs.Signals.Units;

/// <summary>Writes units and dimensions so that <see cref="UnitParser"/> reads them again.</summary>
internal static class UnitNames
{
    private static readonly (string Name, Func<Dimension, short> Of)[] Bases =
    [
        ("kg", d => d.Mass), ("m", d => d.Length), ("s", d => d.Time),
        ("A", d => d.Current), ("K", d => d.Temperature), ("rad", d => d.Angle),
    ];

    /// <summary>The coherent SI unit of a dimension, such as kg*m*s^-2; 1 for a plain number.</summary>
    public static string OfDimension(Dimension dimension)
    {
        StringBuilder text = new();
        foreach ((string name, Func<Dimension, short> of) in Bases)
        {
            if (of(dimension) is not 0 and short twelfths)
                text.Append(text.Length == 0 ? "" : "*").Append(Power(name, twelfths));
        }

        return text.Length == 0 ? "1" : text.ToString();
    }

    /// <summary>a*b, a/b; a plain number leaves no trace.</summary>
    public static string Join(Unit left, char sign, Unit right)
    {
        if (right.Name.Length == 0)
            return left.Name;
        string second = sign == '/' && right.Name.AsSpan().ContainsAny('*', '/') ? $"({right.Name})" : right.Name;
        return left.Name.Length == 0 && sign == '*' ? second : $"{left}{sign}{second}";
    }

    /// <summary>name^power, with brackets around what is made of several.</summary>
    public static string Power(string name, int twelfths)
    {
        if (name.Length == 0 || twelfths == Dimension.Parts)
            return name;
        string inner = name.AsSpan().ContainsAny('*', '/', '^') ? $"({name})" : name;
        return $"{inner}^{Exponent(twelfths)}";
    }

    /// <summary>The terms of a product or quotient, those of the same symbol not put together.</summary>
    public static ImmutableArray<(string Symbol, int Twelfths)> TermsOf(Unit left, char sign, Unit right) =>
        left.Terms.IsDefault || right.Terms.IsDefault ? default
        : [.. left.Terms, .. right.Terms.Select(term => (term.Symbol, sign == '*' ? term.Twelfths : -term.Twelfths))];

    /// <summary>The terms of a power; not known when an exponent would be no twelfth.</summary>
    public static ImmutableArray<(string Symbol, int Twelfths)> TermsOfPower(
        ImmutableArray<(string Symbol, int Twelfths)> terms, int twelfths) =>
        terms.IsDefault || terms.Any(term => (long)term.Twelfths * twelfths % Dimension.Parts != 0
            || Math.Abs((long)term.Twelfths * twelfths) > int.MaxValue) ? default
        : [.. terms.Select(term => (term.Symbol, term.Twelfths * twelfths / Dimension.Parts))];

    /// <summary>The unit by a shorter name, equal symbols put together: mm/s*s is mm.</summary>
    public static Unit Reduced(Unit unit)
    {
        if (unit.Terms.IsDefaultOrEmpty)
            return unit;
        ImmutableArray<(string Symbol, int Twelfths)> terms =
        [
            .. unit.Terms.GroupBy(term => term.Symbol, term => term.Twelfths)
                .Select(group => (Symbol: group.Key, Twelfths: (int)group.Sum(twelfths => (long)twelfths)))
                .Where(term => term.Twelfths != 0),
        ];
        if (terms.IsEmpty)
            return Unit.One;
        string name = NameOf(terms);
        return name.Length < unit.Name.Length ? unit with { Name = name, Terms = terms } : unit;
    }

    private static string NameOf(ImmutableArray<(string Symbol, int Twelfths)> terms)
    {
        IEnumerable<(string Symbol, int Twelfths)> upper = terms.Where(term => term.Twelfths > 0);
        string over = string.Join('*', upper.Select(term => Power(term.Symbol, term.Twelfths)));
        string[] under = [.. terms.Where(term => term.Twelfths < 0).Select(term => Power(term.Symbol, -term.Twelfths))];
        return under.Length switch
        {
            0 => over,
            1 => $"{(over.Length == 0 ? "1" : over)}/{under[0]}",
            _ => $"{(over.Length == 0 ? "1" : over)}/({string.Join('*', under)})",
        };
    }

    // Quarters are exact as decimals; thirds and twelfths are written as fractions.
    private static string Exponent(int twelfths)
    {
        if (twelfths % (Dimension.Parts / 4) == 0)
            return (twelfths / (double)Dimension.Parts).ToString(CultureInfo.InvariantCulture);
        int common = (int)BigInteger.GreatestCommonDivisor(twelfths, Dimension.Parts);
        return string.Create(CultureInfo.InvariantCulture, $"({twelfths / common}/{Dimension.Parts / common})");
    }
}
