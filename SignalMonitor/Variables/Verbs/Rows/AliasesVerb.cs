using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs.Rows;

/// <summary>The verb `aliases list|set|remove`.</summary>
internal sealed class AliasesVerb() : RowVerb<AliasesVerbOptions>("aliases", DefinitionTables.Aliases)
{
    /// <inheritdoc/>
    protected override IReadOnlyList<Definition> Rows(VariableSet set) => set.Aliases;

    /// <inheritdoc/>
    protected override string NameOf(Definition row) => ((ChannelAlias)row).Alias;

    /// <inheritdoc/>
    protected override string? FaultOf(VerbSession session, AliasesVerbOptions options, VariableSet set, Definition? there) =>
        options.Action == RowAction.Set && options.Channel is null
            ? $"set needs --Channel: aliases set {options.Name} --Channel servo1.force" : null;

    /// <inheritdoc/>
    protected override Definition With(string station, AliasesVerbOptions options, Definition? there) =>
        there is ChannelAlias before ? before with { Channel = options.Channel! }
        : new ChannelAlias { Station = station, Alias = options.Name!, Channel = options.Channel! };

    /// <inheritdoc/>
    protected override void Print(TextWriter output, VariableSet set) => DefinitionText.Aliases(output, set);
}
