namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// What every edited row of the database has: identity, revision, and who changed it last. Immutable.
/// </summary>
public abstract record Definition
{
    /// <summary>Number of the row, never given twice; 0 = not in the database yet.</summary>
    public long Id { get; init; }

    /// <summary>
    /// Counts the edits of this row from 1. An edit names the revision it was made from, and is refused when that is
    /// not the newest.
    /// </summary>
    public long Revision { get; init; }

    /// <summary>Time of the last edit, whole milliseconds.</summary>
    public DateTimeOffset ChangedUtc { get; init; }

    /// <summary>Who made the last edit.</summary>
    public string ChangedBy { get; init; } = "";

    /// <summary>Its description.</summary>
    internal Table Table => DefinitionTables.For(this);

    /// <summary>What it is and its key, for messages: <c>variable force_abs</c>.</summary>
    public string Title => $"{Table.Noun} {Table.KeyOf(this, ' ')}";

    /// <summary>
    /// Everything in this row that is not allowed, whatever the other rows; none = it may be stored.
    /// </summary>
    public IEnumerable<FieldFault> Faults() => Table.Ordered.SelectMany(column => column.Faults(this));
}
