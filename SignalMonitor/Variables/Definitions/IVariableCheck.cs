namespace SignalMonitor.Variables.Definitions;

/// <summary>Judges the definitions of a station together, before they are stored and when `signals check` asks.</summary>
public interface IVariableCheck
{
    /// <summary>Everything that is wrong; none = the set may be used.</summary>
    IReadOnlyList<VariableFault> Check(VariableSet set);
}
