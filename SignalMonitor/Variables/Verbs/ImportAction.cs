using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Configuration;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Documents;

namespace SignalMonitor.Variables.Verbs;

/// <summary>
/// `signals import FILE`: all of a file or nothing of it. Rows are added or changed by their keys; with Replace, those
/// that the file does not
/// have are removed, but units, which other stations use. A configured database that is missing is made, without the
/// reference rig.
/// </summary>
internal static class ImportAction
{
    /// <summary>Does it.</summary>
    public static int Run(VerbContext<MonitorOptions> context, SignalsVerbOptions options, IVariableCheck check)
    {
        string? fault = "import needs a file: signals import rig.json";
        VariablesDocument? document = options.Name is null ? null : DocumentFile.Read(options.Name, out fault);
        if (document is null)
        {
            context.Streams.Error.WriteLine($"{SignalsVerb.Name}: {fault}");
            return ExitCodes.CannotStart;
        }

        return VerbSession.Run(
            context, SignalsVerb.Name, options.Station ?? document.Station, options.By, check, import: true,
            session => Import(session, document.Rows(options.Station ?? document.Station), options.Replace));
    }

    private static int Import(VerbSession session, IReadOnlyList<Definition> rows, bool replace)
    {
        string[] twice =
        [
            .. rows.GroupBy(row => row.Title)
                .Where(same => same.Count() > 1)
                .Select(same => $"{same.Key}: is given more than once in the file"),
        ];
        if (twice.Length > 0)
            return session.Fail(twice);
        HashSet<string> kept = [.. rows.Select(row => row.Title)];
        return session.Change(
            before =>
            [
                .. rows.Select(row => new Edit(WithResets(row, before), EditKind.Put, null)),
                .. OfStation(before)
                    .Where(row => replace && !kept.Contains(row.Title))
                    .Select(row => new Edit(row, EditKind.Remove, null)),
            ],
            outcome => session.Output.WriteLine(
                $"{session.Station}: {outcome.Added} added, {outcome.Changed} changed, {outcome.Unchanged} unchanged, "
                    + $"{outcome.Removed} removed"));
    }

    // How often a variable was reset is no part of its definition: an import resets none.
    private static Definition WithResets(Definition row, VariableSet before) => row is SignalVariable variable
        ? variable with { Resets = before.Variables.FirstOrDefault(other => other.Name == variable.Name)?.Resets ?? 0 }
        : row;

    private static IEnumerable<Definition> OfStation(VariableSet set) =>
        [.. set.Variables, .. set.Limits, .. set.Aliases, .. set.Breaks];
}
