namespace SignalMonitor.Variables.Sql;

/// <summary>A row of a query.</summary>
internal interface ISqlRow
{
    /// <summary>A column as the provider has it: long, double, bool, string, DateTime, null, or a type nobody asked for.</summary>
    object? this[int column] { get; }
}
