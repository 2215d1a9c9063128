using System.ComponentModel;
using FuncLibs.Signals.Limits;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Options of the verb `limits`. Kind and severity say which limit of the variable or channel is meant.</summary>
public sealed class LimitsVerbOptions : RowVerbOptions
{
    /// <summary>What is looked for.</summary>
    [Description("set, remove: upper, lower, band, rate, underpeak, peakvalleychange, endofcount or stale")]
    public LimitKind? Kind { get; set; }

    /// <summary>How bad that is.</summary>
    [Description("set, remove: watch, warning, distress, critical or severe")]
    public LimitSeverity Severity { get; set; } = LimitSeverity.Warning;

    /// <summary>The limit.</summary>
    [Description("set: the limit; the lower end of a band")]
    public double? Value { get; set; }

    /// <summary>The second number of a band and of kinds that look at cycles.</summary>
    [Description("set: upper end of a band; noise of underpeak and peakvalleychange")]
    public double? Value2 { get; set; }

    /// <summary>
    /// True: it shall have no second number. No option of the verb, whose options have no way to say "none"; the dashboard's `null` is one.
    /// </summary>
    internal bool ClearsValue2 { get; set; }

    /// <summary>How far the value has to come back.</summary>
    [Description("set: how far the value has to come back")]
    public double? Hysteresis { get; set; }

    /// <summary>Unit of the numbers.</summary>
    [Description("set: unit of the numbers (of a rate: kN/s); '' = that of what is watched, whatever it is")]
    public string? Unit { get; set; }

    /// <summary>How long it has to be passed.</summary>
    [Description("set: how many ms it has to be passed before it counts")]
    public double? MinDurationMs { get; set; }

    /// <summary>For how many values one after the other it has to be passed.</summary>
    [Description("set: how many cycles (underpeak, peakvalleychange) or samples (others) one after the other; not together with ms")]
    public long? MinDurationCount { get; set; }

    /// <summary>Whether the alarm stays.</summary>
    [Description("set: true = the alarm stays until somebody resets it")]
    public bool? Latch { get; set; }

    /// <summary>Whether it is watched.</summary>
    [Description("set: true = watched, false = only kept")]
    public bool? Enabled { get; set; }

    /// <summary>Free text.</summary>
    [Description("set: free text")]
    public string? Note { get; set; }
}
