using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Documents;

namespace SignalMonitor.Variables.Verbs;

/// <summary>
/// `signals export [FILE]`: all definitions of a station but test runs, for a backup, a repository or another rig.
/// </summary>
internal static class ExportAction
{
    /// <summary>Does it. A broken row is a fault; what is written has the others.</summary>
    /// <param name="session">The database.</param>
    /// <param name="file">The file; null or - = standard output.</param>
    public static int Run(VerbSession session, string? file)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return session.Fail(fault.Text);
        VariablesDocument document = VariablesDocument.From(set);
        if (file is null or "-")
            session.Output.WriteLine(DocumentFile.Encode(document));
        else if (DocumentFile.Write(file, document) is { } refused)
            return session.Fail(refused);
        else
            session.Output.WriteLine(
                $"{set.Variables.Length} variables, {set.Limits.Length} limits of {set.Station} written to {file}");
        return session.Fail(set.Broken);
    }
}
