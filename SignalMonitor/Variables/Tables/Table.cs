using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Tables;

/// <summary>
/// A table of definitions: its columns, and the SQL made of them, the same for every provider. The first columns of
/// each are id, revision, changed_utc, changed_by.
/// </summary>
internal sealed class Table
{
    /// <summary>Rows of one station that are read at most; more is no set of definitions.</summary>
    public const int MaxRows = 10_000;

    /// <summary>Name of the column that each table of a station has.</summary>
    public const string StationColumn = "station";

    /// <summary>Columns that every table has in front.</summary>
    public static readonly string[] Bookkeeping = ["id", "revision", "changed_utc", "changed_by"];

    private readonly string _select;

    /// <summary>Describes a table.</summary>
    /// <param name="name">Its name in SQL.</param>
    /// <param name="read">Makes a row of it.</param>
    /// <param name="columns">Its columns of content.</param>
    public Table(string name, Func<RowReader, Definition> read, params Column[] columns)
    {
        Name = name;
        Read = read;
        Content = columns;
        Columns = [.. Bookkeeping, .. columns.Select(column => column.Name)];
        _select = $"SELECT {string.Join(", ", Columns.Select(Selected))} FROM {name} WHERE ";
        string[] keys = [.. columns.Where(column => column.IsKey).Select(column => column.Name)];
        SelectByKey = _select + string.Join(" AND ", keys.Select((key, i) => $"\"{key}\" = ${i + 1}"));
        Insert = $"INSERT INTO {name} ({string.Join(", ", Columns.Skip(1).Select(Quoted))}) "
            + $"VALUES ({string.Join(", ", Enumerable.Range(1, Columns.Length - 1).Select(i => $"${i}"))}) RETURNING id";
        Update =
            $"UPDATE {name} SET {string.Join(", ", Columns.Skip(1).Select((column, i) => $"\"{column}\" = ${i + 1}"))} "
                + $"WHERE id = ${Columns.Length} AND revision = ${Columns.Length + 1}";
        Delete = $"DELETE FROM {name} WHERE id = $1 AND revision = $2";
    }

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>Makes a row.</summary>
    public Func<RowReader, Definition> Read { get; }

    /// <summary>Columns of content.</summary>
    public IReadOnlyList<Column> Content { get; }

    /// <summary>All columns in the order of every query.</summary>
    public string[] Columns { get; }

    /// <summary>Query by the key columns in their order.</summary>
    public string SelectByKey { get; }

    /// <summary>All columns but id; gives the id.</summary>
    public string Insert { get; }

    /// <summary>All columns but id, then the id and the revision it was made from.</summary>
    public string Update { get; }

    /// <summary>Id and revision.</summary>
    public string Delete { get; }

    /// <summary>The values of the key columns.</summary>
    public object?[] KeyOf(Definition row) =>
        [.. Content.Where(column => column.IsKey).Select(column => column.Get(row))];

    /// <summary>A query of its rows.</summary>
    public string Select(string condition, string order, int most) =>
        FormattableString.Invariant($"{_select}{condition} ORDER BY {order} LIMIT {most}");

    /// <summary>Whether two rows say the same.</summary>
    public bool SameContent(Definition left, Definition right) =>
        Content.All(column => Equals(column.Get(left), column.Get(right)));

    // offset and operator are words of SQL.
    private static string Quoted(string column) => $"\"{column}\"";

    // A text that somebody made huge by hand is cut where it is too long for every column, and refused as a broken row.
    private static string Selected(string column) =>
        column is "expression" or "note"
            ? $"substr(\"{column}\", 1, {FieldRules.MaxExpression + 1}) AS \"{column}\""
            : Quoted(column);
}

/// <summary>One column of content: what people edit, without number, revision and author.</summary>
/// <param name="Name">Its name in SQL.</param>
/// <param name="Get">Its value of a row of the table's type: text, long, double, bool, DateTimeOffset or null.</param>
/// <param name="IsKey">Part of what the row is found by.</param>
internal sealed record Column(string Name, Func<Definition, object?> Get, bool IsKey = false);
