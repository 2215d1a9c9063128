namespace SignalMonitor.Variables.Definitions;

/// <summary>A row that cannot be used. The rows around it can.</summary>
/// <param name="Table">Its table.</param>
/// <param name="Id">Its number; 0 when even that cannot be read.</param>
/// <param name="Column">The first column that is wrong.</param>
/// <param name="What">What is wrong with it.</param>
public sealed record BrokenRow(string Table, long Id, string Column, string What)
{
    /// <summary>One line.</summary>
    public override string ToString() => $"row {Id} of {Table} is left out: {Column}: {What}";
}
