using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>
/// What stands behind `/api/definitions/KIND/`: the name of a row; of a limit `SIGNAL:KIND:SEVERITY`.
/// </summary>
internal static class RowKey
{
    /// <summary>Between the parts of the key of a limit; no name has it.</summary>
    public const char Separator = ':';

    /// <summary>The key of a row.</summary>
    public static string Of(Definition row) => row switch
    {
        SignalVariable variable => variable.Name,
        StoredLimit limit =>
            string.Join(Separator, limit.Variable, EnumWords.Of(limit.Kind), EnumWords.Of(limit.Severity)),
        UnitDefinition unit => unit.Name,
        ChannelAlias alias => alias.Alias,
        StoredBreakTrigger trigger => trigger.Name,
        TestRun run => run.Name,
        _ => "",
    };
}
