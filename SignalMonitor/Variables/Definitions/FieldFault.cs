namespace SignalMonitor.Variables.Definitions;

/// <summary>One column of a definition that is not allowed.</summary>
/// <param name="Column">Column of the table.</param>
/// <param name="What">What is wrong, with the value, and what is allowed.</param>
public sealed record FieldFault(string Column, string What)
{
    /// <summary>`column: what is wrong; what is allowed`.</summary>
    public override string ToString() => $"{Column}: {What}";
}
