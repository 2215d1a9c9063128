using System.ComponentModel;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Options of the verb `aliases`.</summary>
public sealed class AliasesVerbOptions : RowVerbOptions
{
    /// <summary>The channel.</summary>
    [Description("set: the channel that the alias stands for, e.g. servo1.force")]
    public string? Channel { get; set; }
}
