using System.Text;

namespace FuncLibs.Hosting.Metrics;

/// <summary>Names in the text format: letters, digits and `_`, the unit as ending, `_total` behind counters.</summary>
public static class PrometheusName
{
    /// <summary>The name of a metric.</summary>
    /// <param name="instrument">Name of the instrument, such as `telemetry.link.bytes`.</param>
    /// <param name="unit">Its unit as UCUM writes it; `{block}` and the like are remarks and no unit.</param>
    /// <param name="counter">Whether it only grows.</param>
    public static string Of(string instrument, string unit, bool counter)
    {
        string name = Legal(instrument);
        string ending = Ending(unit);
        if (ending.Length > 0 && !name.EndsWith(ending, StringComparison.Ordinal))
            name += ending;
        return counter && !name.EndsWith("_total", StringComparison.Ordinal) ? name + "_total" : name;
    }

    /// <summary>Any text as a legal name.</summary>
    public static string Legal(string text)
    {
        var name = new StringBuilder(text.Length + 1);
        if (text.Length == 0 || char.IsAsciiDigit(text[0]))
            name.Append('_');
        foreach (char c in text)
            name.Append(char.IsAsciiLetterOrDigit(c) ? c : '_');
        return name.ToString();
    }

    private static string Ending(string unit) => unit switch
    {
        "By" => "_bytes",
        "s" => "_seconds",
        "ms" => "_milliseconds",
        "us" => "_microseconds",
        "ns" => "_nanoseconds",
        "Hz" => "_hertz",
        "Cel" => "_celsius",
        "%" => "_percent",
        "" or "1" => "",
        _ when unit[0] == '{' => "",
        _ => "_" + Legal(unit),
    };
}
