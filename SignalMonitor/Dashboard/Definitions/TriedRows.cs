using System.Text.Json;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>Limits of a body to try: rows as <c>/api/definitions</c> has them. Nothing is stored.</summary>
internal static class TriedRows
{
    /// <summary>Rows of one request at most.</summary>
    public const int MaxRows = 100;

    /// <summary>Reads them, each with its index as number.</summary>
    /// <param name="rows">The array of the body.</param>
    /// <param name="station">Site/rig.</param>
    /// <param name="limits">The limits; all of them are watched, also those that are stored as not watched.</param>
    /// <returns>What is wrong, with the index of the row before the name of its column; none when nothing is.</returns>
    public static IReadOnlyList<FieldFault> Read(
        JsonElement rows, string station, out IReadOnlyList<StoredLimit> limits)
    {
        limits = [];
        if (rows.ValueKind != JsonValueKind.Array || rows.GetArrayLength() > MaxRows)
            return [new FieldFault("limits", $"is no list of at most {MaxRows} rows")];
        List<StoredLimit> read = [];
        List<FieldFault> faults = [];
        foreach (JsonElement row in rows.EnumerateArray())
        {
            IReadOnlyList<FieldFault> wrong = Read(row, station, read.Count + 1, out StoredLimit limit);
            faults.AddRange(wrong.Select(fault => fault with { Column = $"{read.Count}.{fault.Column}" }));
            read.Add(limit);
        }

        limits = read;
        return faults;
    }

    private static IReadOnlyList<FieldFault> Read(JsonElement row, string station, long number, out StoredLimit limit)
    {
        Table table = DefinitionTables.Limits;
        RowFields fields = RowFields.From(row);
        Definition made = table.AtStation(table.Blank, station);
        HashSet<string> given = [];
        foreach ((Column column, object? value) in fields.Values(table.Own))
        {
            made = column.With(made, value);
            given.Add(column.Name);
        }

        foreach (Column missing in table.Own.Where(column => column.IsRequired && !given.Contains(column.Name)))
            fields.Refuse(missing.Field, "is missing");
        limit = (StoredLimit)made with { Id = number, Revision = 1, Enabled = true };
        IReadOnlyList<FieldFault> faults = fields.Faults();
        return faults.Count > 0
            ? faults
            : [.. limit.Faults().Select(fault => fault with { Column = FieldNames.Get(table, fault.Column) })];
    }
}
