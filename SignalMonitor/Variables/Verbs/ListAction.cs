using System.Text.Json;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Verbs;

/// <summary>
/// `signals list`: all definitions of a station, as tables or as one JSON object. Rows that are broken are faults; the
/// others are shown.
/// </summary>
internal static class ListAction
{
    /// <summary>Does it.</summary>
    public static int Run(VerbSession session, bool json)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return session.Fail(fault.Text);
        if (json)
            session.Output.WriteLine(DefinitionJson.Text(writer => Write(writer, set)));
        else
            Print(session.Output, set, session.Repository.Name);
        return session.Fail(set.Broken);
    }

    private static void Print(TextWriter output, VariableSet set, string database)
    {
        output.WriteLine($"{set.Station} in {database}, revision {set.Revision}, "
            + $"{(set.Run is null ? "no test run" : $"test run {set.Run.Name}")}");
        DefinitionText.Variables(output, set);
        DefinitionText.Limits(output, set);
        DefinitionText.Aliases(output, set);
        DefinitionText.Units(output, set);
        DefinitionText.Breaks(output, set);
    }

    private static void Write(Utf8JsonWriter writer, VariableSet set)
    {
        writer.WriteStartObject();
        writer.WriteString("station", set.Station);
        writer.WriteNumber("revision", set.Revision);
        foreach (Table table in DefinitionTables.All)
        {
            writer.WriteStartArray(table.Plural);
            foreach (Definition row in table.Rows(set))
                DefinitionJson.Write(writer, row);
            writer.WriteEndArray();
        }

        writer.WriteEndObject();
    }
}
