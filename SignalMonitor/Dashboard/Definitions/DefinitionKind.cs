using System.Collections.Immutable;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>
/// One kind of definitions that the dashboard edits: the edits are those of the verbs, the values come from a body.
/// </summary>
/// <param name="edits">Its edits.</param>
internal sealed class DefinitionKind(RowEdits edits)
{
    /// <summary>Between the parts of the key of a row; no name has it.</summary>
    public const char Separator = ':';

    /// <summary>All of them.</summary>
    public static ImmutableArray<DefinitionKind> All { get; } =
    [
        new(RowEdits.Variables), new(RowEdits.Limits), new(RowEdits.Units), new(RowEdits.Aliases),
        new(RowEdits.Breaks),
    ];

    /// <summary>How it is called in addresses and answers.</summary>
    public string Name => edits.Table.Plural;

    /// <summary>True for break triggers, which the configuration may have too.</summary>
    public bool IsBreaks => edits.Table == DefinitionTables.Breaks;

    /// <summary>The rows of a set.</summary>
    public IReadOnlyList<Definition> Rows(VariableSet set) => edits.Table.Rows(set);

    /// <summary>Adds a row, or changes what is given of it.</summary>
    /// <param name="session">Where, and who.</param>
    /// <param name="key">Which row: its name; of a limit <c>SIGNAL:KIND:SEVERITY</c>.</param>
    /// <param name="revision">The revision that the edit was made from; 0 = it must not be there; null = whatever is
    /// there.</param>
    /// <param name="fields">Its columns.</param>
    /// <param name="faults">What cannot be read of them; nothing is changed then.</param>
    public RowOutcome? Put(
        EditSession session, string key, long? revision, RowFields fields, out IReadOnlyList<FieldFault> faults)
    {
        RowChange change = Read(key, revision, fields);
        faults = fields.Faults();
        if (faults.Count == 0 && revision == 0 && Unknown(session, change) is { } unknown)
            faults = [unknown];
        return faults.Count == 0 ? edits.Put(session, change) : null;
    }

    /// <summary>Removes a row.</summary>
    public RowOutcome? Remove(
        EditSession session, string key, long? revision, out IReadOnlyList<FieldFault> faults)
    {
        RowFields none = RowFields.Parse([]);
        RowChange change = Read(key, revision, none);
        faults = none.Faults();
        return faults.Count == 0 ? edits.Remove(session, change) : null;
    }

    private RowChange Read(string key, long? revision, RowFields fields)
    {
        IReadOnlyList<Column> keys = edits.Table.Keys;
        string[] parts = keys.Count == 1 ? [key] : key.Split(Separator);
        if (parts.Length != keys.Count)
            parts = [key, .. Enumerable.Repeat("", keys.Count - 1)];
        object?[] values = [.. keys.Select((column, i) => column.ParseText(parts[i]))];
        if (values.Contains(null))
            fields.Refuse("", NoKey(key));
        for (int i = 0; i < parts.Length; i++)
            fields.Is(keys[i].Field, parts[i]);

        List<(Column Column, object? Value)> given = fields.Values(edits.Table.Editable.Where(column => !column.IsKey));
        RowChange change = new(edits.Table, parts[0])
        {
            Revision = revision,
            IsConfirmed = edits.Table.Confirmation is { } confirmation && fields.IsTrue(confirmation.Field),
        };
        for (int i = 1; i < parts.Length; i++)
            change.Set(keys[i], values[i]);
        foreach ((Column column, object? value) in given)
            change.Set(column, value);
        return change;
    }

    // Only the key of a limit can be none: it has words.
    private string NoKey(string key)
    {
        IReadOnlyList<Column> keys = edits.Table.Keys;
        string form = string.Join(Separator, keys.Select(Upper));
        IEnumerable<string> words = keys.Skip(1).Select(column => $"{Upper(column)} {column.Wanted}");
        return $"'{key}' is no {edits.Table.Noun}; write {form}, such as servo1.force:upper:warning, with "
            + string.Join("; ", words);
    }

    private static string Upper(Column column) => column.Field.ToUpperInvariant();

    // A new row is for something that is there: most often the name was mistyped. Who prepares another rig uses the
    // verbs.
    private FieldFault? Unknown(EditSession session, RowChange change) =>
        edits.Table.Own.FirstOrDefault(column => column.NamesSignal) is { } naming
        && change.Has(naming)
        && session.Repository.Load(session.Station).Has(out VariableSet? set, out _)
        && session.Check.WhyUnknown((string)naming.Value(change.ApplyTo(edits.Table.Blank))!, set) is { } why
            ? new FieldFault(naming.Field, why)
            : null;
}
