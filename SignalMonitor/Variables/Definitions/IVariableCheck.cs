namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// Checks the definitions of a station together, before they are stored and for `signals check`.
/// </summary>
public interface IVariableCheck
{
    /// <summary>Everything that is wrong; none = the set may be used.</summary>
    IReadOnlyList<VariableFault> Check(VariableSet set);

    /// <summary>The unit that the numbers of a limit have while it names none; null where that is not known.</summary>
    /// <param name="limit">The limit.</param>
    /// <param name="set">What it is to be part of.</param>
    string? UnitFor(StoredLimit limit, VariableSet set) => null;

    /// <summary>
    /// Why a name is that of no channel, calculated channel or alias; null when it is, or when no rig is known yet.
    /// </summary>
    /// <param name="name">The name.</param>
    /// <param name="set">Calculated channels and aliases.</param>
    string? WhyUnknown(string name, VariableSet set) => null;
}
