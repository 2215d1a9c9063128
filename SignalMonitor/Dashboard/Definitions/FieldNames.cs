using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>
/// How the columns of the database are called in JSON: <c>min_duration_ms</c> is <c>minDurationMs</c>.
/// </summary>
internal static class FieldNames
{
    /// <summary>The name of a column.</summary>
    public static string Of(Table table, string column) => column switch
    {
        "display_digits" => "digits",
        "variable" when table == DefinitionTables.Limits => "signal",
        _ => Camel(column),
    };

    private static string Camel(string column) => string.Concat(column.Split('_').Select(
        (word, i) => i == 0 || word.Length == 0 ? word : char.ToUpperInvariant(word[0]) + word[1..]));
}
