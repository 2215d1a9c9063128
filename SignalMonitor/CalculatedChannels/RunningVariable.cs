using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.CalculatedChannels;

/// <summary>One variable of a plan, as it runs or why it does not.</summary>
/// <param name="Definition">What runs; when an edit was refused, the definition before it.</param>
/// <param name="Place">Its place in the program.</param>
/// <param name="Kind">What it gives.</param>
/// <param name="Unit">Unit of its values; empty for a plain number.</param>
/// <param name="RateHz">Values a second; 0 for what is no column.</param>
/// <param name="Points">Values of a full block; 0 for what is no column.</param>
/// <param name="Fault">Why it does not run, or why its newest edit does not; null when all is well.</param>
/// <param name="IsRunning">False when there is no definition that runs.</param>
/// <param name="Warning">What is allowed but hardly meant; null none.</param>
internal sealed record RunningVariable(
    SignalVariable Definition,
    int Place,
    SignalKind Kind,
    string Unit,
    double RateHz,
    int Points,
    string? Fault,
    bool IsRunning,
    string? Warning)
{
    /// <summary>Its name.</summary>
    public string Name => Definition.Name;

    /// <summary>
    /// Where the program counts the points per cycle of the signal whose cycles it counts; -1 without cycles.
    /// </summary>
    public int ProbePlace { get; init; } = -1;
}
