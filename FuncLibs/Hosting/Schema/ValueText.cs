using System.Globalization;

namespace FuncLibs.Hosting.Schema;

/// <summary>Converts option values from and to text, always in invariant culture.</summary>
public static class ValueText
{
    /// <summary>Whether a value of the type is written as one text.</summary>
    public static bool IsValue(Type type) =>
        type.IsEnum || type == typeof(string) || type == typeof(bool)
        || type == typeof(int) || type == typeof(long) || type == typeof(double);

    /// <summary>The value, or null when the text is not valid for the type.</summary>
    public static object? Parse(Type type, string text)
    {
        if (type == typeof(string))
            return text;
        if (type == typeof(bool))
            return bool.TryParse(text, out bool flag) ? flag : null;
        if (type == typeof(int))
            return int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int number)
                ? number
                : null;
        if (type == typeof(long))
            return long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number)
                ? number
                : null;
        if (type == typeof(double))
            return double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double number)
                && double.IsFinite(number)
                ? number : null;
        return Enum.GetNames(type).FirstOrDefault(
            name => name.Equals(text, StringComparison.OrdinalIgnoreCase)) is { } found
            ? Enum.Parse(type, found) : null;
    }

    /// <summary>The values that a type allows, as text.</summary>
    public static string Allowed(Type type)
    {
        if (type == typeof(bool))
            return "true or false";
        if (type == typeof(int))
            return $"a whole number, {int.MinValue} to {int.MaxValue}";
        if (type == typeof(long))
            return "a whole number of 64 bits";
        if (type == typeof(double))
            return "a finite number, with a point as decimal sign";
        return type.IsEnum ? "one of " + string.Join(", ", NamesOf(type)) : "any text";
    }

    /// <summary>The text of a value, as typed; empty for null.</summary>
    public static string Format(object? value) => value switch
    {
        null => "",
        bool flag => flag ? "true" : "false",
        Enum name => Lower(name.ToString()),
        Array items => string.Join(",", items.Cast<object?>().Select(Format)),
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString() ?? "",
    };

    /// <summary>The values of an enumeration, as they are written in options.</summary>
    internal static IEnumerable<string> NamesOf(Type enumeration) => Enum.GetNames(enumeration).Select(Lower);

    private static string Lower(string name) => char.ToLowerInvariant(name[0]) + name[1..];
}
