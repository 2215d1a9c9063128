using FuncLibs.Hosting.Programs;
using SignalMonitor.Configuration;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Verbs;

/// <summary>
/// The verb `signals list|add|set|remove|check|import|export`. It works beside a running monitor, which takes an edit
/// over within a second.
/// </summary>
internal static class SignalsVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "signals";

    /// <summary>The word after the verb is this option.</summary>
    public const string Argument = nameof(SignalsVerbOptions.Action);

    /// <summary>And the next one this.</summary>
    public const string NextArgument = nameof(SignalsVerbOptions.Name);

    /// <summary>The option that may be given without a value.</summary>
    public const string Flag = nameof(SignalsVerbOptions.Json);

    /// <summary>Exit code 0, or 2 with one line on standard error for each fault.</summary>
    /// <param name="context">Options and streams.</param>
    /// <param name="check">Judges definitions: before they are stored, and for `check`.</param>
    public static Task<int> RunAsync(VerbContext<MonitorOptions> context, IVariableCheck check)
    {
        SignalsVerbOptions options = context.Extra<SignalsVerbOptions>();
        return Task.FromResult(options.Action == SignalsAction.Import
            ? ImportAction.Run(context, options, check)
            : VerbSession.Run(
                context, Name, options.Station, options.By, check, import: false, session => Run(session, options)));
    }

    private static int Run(VerbSession session, SignalsVerbOptions options) => options.Action switch
    {
        SignalsAction.Add => EditAction.Add(session, options),
        SignalsAction.Set => EditAction.Set(session, options),
        SignalsAction.Remove => EditAction.Remove(session, options),
        SignalsAction.Check => CheckAction.Run(session),
        SignalsAction.Export => ExportAction.Run(session, options.Name),
        _ => ListAction.Run(session, options.Json),
    };
}
