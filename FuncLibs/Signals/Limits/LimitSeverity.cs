namespace FuncLibs.Signals.Limits;

/// <summary>How much a limit matters, in rising order; docs/alarms.md says what an operator does at each.</summary>
public enum LimitSeverity : byte
{
    /// <summary>Look at it when there is time.</summary>
    Watch,

    /// <summary>The test leaves its usual range.</summary>
    Warning,

    /// <summary>The result of the test is in danger.</summary>
    Distress,

    /// <summary>The specimen is in danger.</summary>
    Critical,

    /// <summary>Rig or people may be in danger. The hardware interlocks of the controller act; we only report.</summary>
    Severe,
}
