namespace SignalMonitor.Variables.Definitions;

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
    private readonly Column[] _keys;

    private Table(string name, Definition blank, IReadOnlyList<Column> columns)
    {
        Name = name;
        Blank = blank;
        Content = columns;
        Ordered = [.. columns.OrderBy(column => column.Order)];
        Own = [.. Ordered.Where(column => column.Name != StationColumn)];
        Keys = [.. Own.Where(column => column.IsKey)];
        Editable =
        [
            .. Own.Where(column => column.Option is not null)
                .OrderBy(column => column.Option!.Order ?? column.Order),
        ];
        Columns = [.. Bookkeeping, .. columns.Select(column => column.Name)];
        _keys = [.. columns.Where(column => column.IsKey)];
        _select = $"SELECT {string.Join(", ", Columns.Select(Selected))} FROM {name} WHERE ";
        SelectByKey = _select + string.Join(" AND ", _keys.Select((key, i) => $"\"{key.Name}\" = ${i + 1}"));
        Insert = $"INSERT INTO {name} ({string.Join(", ", Columns.Skip(1).Select(Quoted))}) "
            + $"VALUES ({string.Join(", ", Enumerable.Range(1, Columns.Length - 1).Select(i => $"${i}"))}) RETURNING id";
        Update =
            $"UPDATE {name} SET {string.Join(", ", Columns.Skip(1).Select((column, i) => $"\"{column}\" = ${i + 1}"))} "
                + $"WHERE id = ${Columns.Length} AND revision = ${Columns.Length + 1}";
        Delete = $"DELETE FROM {name} WHERE id = $1 AND revision = $2";
    }

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>What a row is, for messages: <c>break trigger</c>.</summary>
    public required string Noun { get; init; }

    /// <summary>How its rows are called in JSON and in addresses of the dashboard: <c>breaks</c>.</summary>
    public required string Plural { get; init; }

    /// <summary>The rows of a set.</summary>
    public required Func<VariableSet, IReadOnlyList<Definition>> Rows { get; init; }

    /// <summary>The option that an edit of a row in use needs; null = such an edit needs none.</summary>
    public Confirmation? Confirmation { get; init; }

    /// <summary>A row with the default of every column that has one; texts that a row must have are empty.</summary>
    public Definition Blank { get; }

    /// <summary>Columns of content in the order of every statement.</summary>
    public IReadOnlyList<Column> Content { get; }

    /// <summary>Columns of content in the order in which people read them.</summary>
    public IReadOnlyList<Column> Ordered { get; }

    /// <summary>The same without the station.</summary>
    public IReadOnlyList<Column> Own { get; }

    /// <summary>What a row of a station is found by; the first is its name.</summary>
    public IReadOnlyList<Column> Keys { get; }

    /// <summary>Columns that have an option, in the order of the options.</summary>
    public IReadOnlyList<Column> Editable { get; }

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

    /// <summary>Describes a table.</summary>
    /// <typeparam name="TRow">Its rows.</typeparam>
    /// <param name="name">Its name in SQL.</param>
    /// <param name="noun">What a row is, for messages.</param>
    /// <param name="plural">How its rows are called in JSON.</param>
    /// <param name="rows">The rows of a set.</param>
    /// <param name="blank">A row with the default of every column.</param>
    /// <param name="columns">Its columns of content, in the order of every statement.</param>
    /// <param name="confirmation">The option that an edit of a row in use needs.</param>
    public static Table Create<TRow>(
        string name,
        string noun,
        string plural,
        Func<VariableSet, IReadOnlyList<TRow>> rows,
        TRow blank,
        Func<ColumnsOf<TRow>, IReadOnlyList<Column>> columns,
        Confirmation? confirmation = null)
        where TRow : Definition =>
        new(name, blank, columns(new ColumnsOf<TRow>()))
        {
            Noun = noun,
            Plural = plural,
            Rows = set => rows(set),
            Confirmation = confirmation,
        };

    /// <summary>A column by its name.</summary>
    public Column this[string name] => Content.First(column => column.Name == name);

    /// <summary>Makes a row; what cannot be read is noted by the reader.</summary>
    public Definition Read(RowReader reader)
    {
        Definition row = Blank;
        foreach (Column column in Content)
            row = column.Read(row, reader);
        return row with
        {
            Id = reader.Whole("id"),
            Revision = reader.Whole("revision"),
            ChangedUtc = reader.Time("changed_utc"),
            ChangedBy = reader.Text("changed_by"),
        };
    }

    /// <summary>The values of the key columns.</summary>
    public object?[] KeyOf(Definition row) => [.. _keys.Select(column => column.Stored(row))];

    /// <summary>What a row of a station is found by, as text: the name of most rows.</summary>
    /// <param name="row">The row.</param>
    /// <param name="separator">Between the parts.</param>
    public string KeyOf(Definition row, char separator) =>
        string.Join(separator, Keys.Select(column => column.Stored(row)));

    /// <summary>A row with a station, where its table has that column.</summary>
    public Definition AtStation(Definition row, string station) =>
        Content[0].Name == StationColumn ? Content[0].With(row, station) : row;

    /// <summary>A query of its rows.</summary>
    public string Select(string condition, string order, int max) =>
        FormattableString.Invariant($"{_select}{condition} ORDER BY {order} LIMIT {max}");

    /// <summary>Whether two rows have the same content.</summary>
    public bool SameContent(Definition left, Definition right) =>
        Content.All(column => Equals(column.Value(left), column.Value(right)));

    // offset and operator are words of SQL.
    private static string Quoted(string column) => $"\"{column}\"";

    // A text that somebody made huge by hand is cut where it is too long for every column, and refused as a broken row.
    private static string Selected(string column) =>
        column is "expression" or "note"
            ? $"substr(\"{column}\", 1, {FieldRules.MaxExpression + 1}) AS \"{column}\""
            : Quoted(column);
}
