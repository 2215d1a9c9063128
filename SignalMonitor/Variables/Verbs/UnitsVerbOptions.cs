using System.ComponentModel;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Options of the verb `units`.</summary>
public sealed class UnitsVerbOptions : RowVerbOptions
{
    /// <summary>The unit that the factor counts.</summary>
    [Description("set: the unit that the factor counts, e.g. N or kg*m/s^2; empty for a plain number")]
    public string? Dimension { get; set; }

    /// <summary>How many of it are one.</summary>
    [Description("set: how many of that unit one is; above 0")]
    public double? Factor { get; set; }

    /// <summary>Its zero.</summary>
    [Description("set: its zero, in that unit")]
    public double? Offset { get; set; }

    /// <summary>Change a unit that variables use.</summary>
    [Description("set: also when variables use the unit, whose values change then")]
    public bool UsedToo { get; set; }
}
