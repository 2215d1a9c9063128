using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Documents;

namespace SignalMonitor.Recordings;

/// <summary>The definitions that were in force at the end of a recording.</summary>
internal static class RecordedDefinitions
{
    /// <summary>Files of definitions, one for each revision during the run.</summary>
    public const string Pattern = "definitions-*.json";

    /// <summary>Reads them; without any, a set that has only the test run.</summary>
    /// <param name="folder">The folder of the recording.</param>
    /// <param name="document">Its document.</param>
    /// <param name="notes">Receives what cannot be read.</param>
    public static VariableSet Read(string folder, RecordingDocument document, ICollection<string> notes)
    {
        string? file = Directory.EnumerateFiles(folder, Pattern).Order(StringComparer.Ordinal).LastOrDefault();
        VariablesDocument? stored = null;
        if (file is not null)
        {
            stored = DocumentFile.Read(file, out string? fault);
            if (fault is not null)
                notes.Add(fault);
        }

        string station = document.Station;
        return new VariableSet
        {
            Station = station,
            Revision = 1,
            Variables = [.. Numbered(
                stored?.Variables, (v, id) => v with { Station = station, Id = id, Revision = 1 })],
            Limits = [.. Numbered(
                stored?.Limits, (l, id) => l with { Station = station, Id = id, Revision = 1 })],
            Units = [.. stored?.Units ?? []],
            Aliases = [.. (stored?.Aliases ?? []).Select(alias => alias with { Station = station })],
            NewestRun = new TestRun
            {
                Station = station,
                Name = document.Run.Name,
                L0Mm = document.Run.L0Mm,
                S0Mm2 = document.Run.S0Mm2,
                StartedUtc = document.Run.StartedUtc,
            },
            RunIdentity = document.Run.Name,
        };
    }

    // A document has no numbers of rows.
    private static IEnumerable<TRow> Numbered<TRow>(TRow[]? rows, Func<TRow, long, TRow> number) =>
        (rows ?? []).Select((row, i) => number(row, i + 1));
}
