using System.ComponentModel;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Edits of break triggers.</summary>
internal sealed class BreakEdits() : RowEdits<BreaksVerbOptions>("breaks", DefinitionTables.Breaks)
{
    /// <inheritdoc/>
    public override IReadOnlyList<Definition> Rows(VariableSet set) => set.Breaks;

    /// <inheritdoc/>
    protected override string NameOf(Definition row) => ((StoredBreakTrigger)row).Name;

    /// <inheritdoc/>
    protected override string? FaultOf(
        EditSession session, BreaksVerbOptions words, bool isPut, VariableSet set, Definition? there) =>
        isPut && there is null && (words.Channel is null || words.MinForce is null)
            ? $"a new break trigger needs --Channel and --MinForce: breaks set {words.Name} --Channel servo1.force "
                + $"--MinForce 2" : null;

    /// <inheritdoc/>
    protected override Definition With(string station, BreaksVerbOptions words, Definition? there)
    {
        StoredBreakTrigger before = there as StoredBreakTrigger
            ?? new StoredBreakTrigger
            {
                Station = station,
                Name = words.Name!,
                Channel = words.Channel!,
                MinForce = words.MinForce!.Value,
            };
        return before with
        {
            Channel = words.Channel ?? before.Channel,
            FallPercent = words.FallPercent ?? before.FallPercent,
            WithinMs = words.WithinMs ?? before.WithinMs,
            MinForce = words.MinForce ?? before.MinForce,
            BeforeMs = words.BeforeMs ?? before.BeforeMs,
            AfterMs = words.AfterMs ?? before.AfterMs,
            RearmMs = words.RearmMs ?? before.RearmMs,
            Columns = words.Columns ?? before.Columns,
            Enabled = words.Enabled ?? before.Enabled,
            Note = words.Note ?? before.Note,
        };
    }
}

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
