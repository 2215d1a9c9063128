using System.Globalization;

namespace FuncLibs.Hosting.Schema;

/// <summary>Option values from and to text, always in invariant culture.</summary>
public static class ValueText
{
    /// <summary>Whether a type is written as one text.</summary>
    public static bool IsValue(Type type) =>
        type.IsEnum || type == typeof(string) || type == typeof(bool)
        || type == typeof(int) || type == typeof(long) || type == typeof(double);

    /// <summary>The value, or null when the text is none of the type.</summary>
    public static object? Parse(Type type, string text)
    {
        if (type == typeof(string))
            return text;
        if (type == typeof(bool))
            return bool.TryParse(text, out bool truth) ? truth : null;
        if (type == typeof(int))
            return int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int number) ? number : null;
        if (type == typeof(long))
            return long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number) ? number : null;
        if (type == typeof(double))
            return double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double number) && double.IsFinite(number)
                ? number : null;
        return Enum.GetNames(type).FirstOrDefault(name => name.Equals(text, StringComparison.OrdinalIgnoreCase)) is { } found
            ? Enum.Parse(type, found) : null;
    }

    /// <summary>What a type allows, in words.</summary>
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
        return type.IsEnum ? "one of " + string.Join(", ", Enum.GetNames(type).Select(Lower)) : "any text";
    }

    /// <summary>A value as it would be typed; empty for null.</summary>
    public static string Format(object? value) => value switch
    {
        null => "",
        bool truth => truth ? "true" : "false",
        Enum name => Lower(name.ToString()),
        Array items => string.Join(",", items.Cast<object?>().Select(Format)),
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString() ?? "",
    };

    private static string Lower(string name) => char.ToLowerInvariant(name[0]) + name[1..];
}
