using System.ComponentModel;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Edits of second names of channels.</summary>
internal sealed class AliasEdits() : RowEdits<AliasesVerbOptions>("aliases", DefinitionTables.Aliases)
{
    /// <inheritdoc/>
    public override IReadOnlyList<Definition> Rows(VariableSet set) => set.Aliases;

    /// <inheritdoc/>
    protected override string NameOf(Definition row) => ((ChannelAlias)row).Alias;

    /// <inheritdoc/>
    protected override string? FaultOf(
        EditSession session, AliasesVerbOptions words, bool isPut, VariableSet set, Definition? there) =>
        isPut && words.Channel is null ? $"set needs --Channel: aliases set {words.Name} --Channel servo1.force" : null;

    /// <inheritdoc/>
    protected override Definition With(string station, AliasesVerbOptions words, Definition? there) =>
        there is ChannelAlias before ? before with { Channel = words.Channel! }
        : new ChannelAlias { Station = station, Alias = words.Name!, Channel = words.Channel! };
}

/// <summary>Options of the verb `aliases`.</summary>
public sealed class AliasesVerbOptions : RowVerbOptions
{
    /// <summary>The channel.</summary>
    [Description("set: the channel that the alias stands for, e.g. servo1.force")]
    public string? Channel { get; set; }
}
