namespace SignalMonitor.Variables.Definitions;

/// <summary>Why a set of definitions is refused.</summary>
/// <param name="Title">What it is about: <c>variable force_abs</c>.</param>
/// <param name="What">What is wrong, where, and what would be right, in one line.</param>
public sealed record VariableFault(string Title, string What)
{
    /// <summary>One line.</summary>
    public override string ToString() => $"{Title}: {What}";
}
