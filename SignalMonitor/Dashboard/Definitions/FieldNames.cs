using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>How the columns of the database are called in JSON, for faults that name a column.</summary>
internal static class FieldNames
{
    /// <summary>The name of a column; of what is no column of the table, the same in camel case.</summary>
    public static string Get(Table table, string column) =>
        table.Content.FirstOrDefault(other => other.Name == column)?.Field ?? Column.Camel(column);
}
