using System.Globalization;
using System.Text.Json;

namespace SignalMonitor.Formatting;

/// <summary>
/// Numbers as the monitor writes them everywhere: NaN and infinities, which JSON has no number for, are strings.
/// </summary>
internal static class ValueJson
{
    /// <summary>Writes a value of a list; null where there is none.</summary>
    public static void Write(Utf8JsonWriter json, double? value)
    {
        if (value is not { } number)
            json.WriteNullValue();
        else if (double.IsFinite(number))
            json.WriteNumberValue(number);
        else
            json.WriteStringValue(number.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Writes a member of an object.</summary>
    public static void Write(Utf8JsonWriter json, string name, double value)
    {
        json.WritePropertyName(name);
        Write(json, value);
    }
}
