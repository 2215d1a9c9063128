using System.ComponentModel;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Options of the verb `breaks`.</summary>
public sealed class BreaksVerbOptions : RowVerbOptions
{
    /// <summary>The force.</summary>
    [Description("set: channel of the force, e.g. servo1.force")]
    public string? Channel { get; set; }

    /// <summary>By how much it falls.</summary>
    [Description("set: percent of its recent maximum by which the force falls")]
    public double? FallPercent { get; set; }

    /// <summary>Within which time.</summary>
    [Description("set: within how many ms it falls")]
    public double? WithinMs { get; set; }

    /// <summary>A maximum below this is no test.</summary>
    [Description("set: least force of a test, in units of the channel; above 0, well above the noise")]
    public double? MinForce { get; set; }

    /// <summary>What is kept from before.</summary>
    [Description("set: ms at full rate that are kept from before")]
    public double? BeforeMs { get; set; }

    /// <summary>What is kept from the break on.</summary>
    [Description("set: ms at full rate that are kept from the break on")]
    public double? AfterMs { get; set; }

    /// <summary>When it is armed again.</summary>
    [Description("set: armed again once the force was back for so many ms")]
    public double? RearmMs { get; set; }

    /// <summary>What is kept.</summary>
    [Description("set: signals that are kept, with commas, all of one rate; '' = all columns of the channel")]
    public string? Columns { get; set; }

    /// <summary>Whether it is watched.</summary>
    [Description("set: true = watched, false = only kept")]
    public bool? Enabled { get; set; }

    /// <summary>Free text.</summary>
    [Description("set: free text")]
    public string? Note { get; set; }
}
