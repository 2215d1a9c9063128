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

    // Quarters are exact as decimals; thirds and twelfths are written as fractions.
    private static string Exponent(int twelfths)
    {
        if (twelfths % (Dimension.Parts / 4) == 0)
            return (twelfths / (double)Dimension.Parts).ToString(CultureInfo.InvariantCulture);
        int common = (int)BigInteger.GreatestCommonDivisor(twelfths, Dimension.Parts);
        return string.Create(CultureInfo.InvariantCulture, $"({twelfths / common}/{Dimension.Parts / common})");
    }
}
