using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Variables.Tables;

/// <summary>
/// Makes edits, each with its line in the change log, in the transaction of its caller. An edit made from another
/// revision than the one that is there is refused: no edit overwrites another unseen.
/// </summary>
internal sealed class TableWriter(SqlSession session, string author, DateTimeOffset now)
{
    private readonly List<MadeEdit> _made = [];
    private int _added;
    private int _changed;
    private int _unchanged;
    private int _removed;

    /// <summary>What was done so far.</summary>
    public EditOutcome Outcome =>
        new() { Added = _added, Changed = _changed, Unchanged = _unchanged, Removed = _removed };

    /// <summary>The edits that changed something.</summary>
    public IReadOnlyList<MadeEdit> Made => _made;

    /// <summary>Makes one edit.</summary>
    public void Apply(Edit edit)
    {
        Table table = edit.Row.Table;
        Definition? there = TableReader.Find(session, edit.Row);
        CheckRevision(edit, there);
        if (edit.Kind == EditKind.Remove)
            Remove(table, there!);
        else if (there is null)
            Add(table, edit.Row);
        else if (table.SameContent(there, edit.Row))
            _unchanged++;
        else
            Replace(table, there, edit.Row);
    }

    private void Add(Table table, Definition row)
    {
        Definition added = Signed(row, 0, 1);
        long id = 0;
        session.Query(table.Insert, Values(table, added), result => id = (long)result[0]!);
        Note(null, added with { Id = id });
        _added++;
    }

    private void Replace(Table table, Definition there, Definition row)
    {
        Definition changed = Signed(row, there.Id, there.Revision + 1);
        if (session.Execute(table.Update, [.. Values(table, changed), there.Id, there.Revision]) != 1)
            throw Conflict(row, "somebody else changed it at this moment; read it again");
        Note(there, changed);
        _changed++;
    }

    private void Remove(Table table, Definition there)
    {
        if (session.Execute(table.Delete, there.Id, there.Revision) != 1)
            throw Conflict(there, "somebody else changed it at this moment; read it again");
        Note(there, null);
        _removed++;
    }

    private void Note(Definition? old, Definition? changed)
    {
        ChangeLog.Write(session, old, changed, author, now);
        _made.Add(new MadeEdit(old, changed));
    }

    private static void CheckRevision(Edit edit, Definition? there)
    {
        if (there is null && (edit.Kind == EditKind.Remove || edit.From > 0))
            throw Conflict(edit.Row, "it is not there (any more); look at the list");
        if (there is not null && edit.From == 0)
            throw Conflict(
                edit.Row,
                $"it is there already, with revision {there.Revision}; change it with set, or choose another name");
        if (there is not null && edit.From is { } from && from != there.Revision)
            throw Conflict(edit.Row, $"{there.ChangedBy} changed it at {there.ChangedUtc:yyyy-MM-dd HH:mm:ss} UTC: it "
                + $"has revision "
                + $"{there.Revision}, and this edit was made from {from}; read it again");
    }

    private static DatabaseException Conflict(Definition row, string what) =>
        new(DatabaseFaultKind.Conflict, $"{row.Title}: {what}");

    private Definition Signed(Definition row, long id, long revision) =>
        row with { Id = id, Revision = revision, ChangedUtc = now, ChangedBy = author };

    private static object?[] Values(Table table, Definition row) =>
        [row.Revision, row.ChangedUtc, row.ChangedBy, .. table.Content.Select(column => column.Stored(row))];
}
