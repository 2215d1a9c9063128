using System.ComponentModel.DataAnnotations;
using System.Text.Json;

namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// One column of content: what people edit, without number, revision and author. From it follow its place in the
/// statements of SQL, in JSON of documents, change log and dashboard, and its option of the verb.
/// </summary>
/// <param name="Name">Its name in SQL, lower case with _ between words.</param>
internal abstract record Column(string Name)
{
    /// <summary>Part of what the row is found by.</summary>
    public bool IsKey { get; init; }

    /// <summary>A new row must name it: it has no default.</summary>
    public bool IsRequired { get; init; }

    /// <summary>It names a channel or calculated channel that should be there when a row is added.</summary>
    public bool NamesSignal { get; init; }

    /// <summary>
    /// Its place in documents, options and lists of faults: lower numbers first, within one as in the table.
    /// </summary>
    public int Order { get; init; }

    /// <summary>Its option of the verb that edits the rows; null = the verb cannot set it.</summary>
    public ColumnOption? Option { get; init; }

    /// <summary>Its name in documents: <c>min_duration_ms</c> is <c>minDurationMs</c>.</summary>
    public string Member => Camel(Name);

    /// <summary>Its name in answers and bodies of the dashboard, and with a capital that of the option.</summary>
    public string Field { get => field ?? Member; init; }

    /// <summary>Name of its option.</summary>
    public string OptionName => Option?.Name ?? char.ToUpperInvariant(Field[0]) + Field[1..];

    /// <summary>What a value must be, for messages.</summary>
    public abstract string Wanted { get; }

    /// <summary>Type of a value, without its nullability.</summary>
    public abstract Type Type { get; }

    /// <summary>True when a row may have nothing here.</summary>
    public abstract bool IsNullable { get; }

    /// <summary>Its value of a row.</summary>
    public abstract object? Value(Definition row);

    /// <summary>Its value as the database has it: text, long, double, bool, DateTimeOffset or null.</summary>
    public abstract object? Stored(Definition row);

    /// <summary>The row with another value.</summary>
    public abstract Definition With(Definition row, object? value);

    /// <summary>The row with the value of a row of the database.</summary>
    public abstract Definition Read(Definition row, RowReader reader);

    /// <summary>Reads a value of JSON.</summary>
    /// <param name="json">The value.</param>
    /// <param name="value">Null where JSON has null and the column may have nothing.</param>
    /// <returns>False = it is none of this column.</returns>
    public abstract bool TryParse(JsonElement json, out object? value);

    /// <summary>The value of a part of a key; null where it is none.</summary>
    public abstract object? ParseText(string text);

    /// <summary>What is not allowed about its value.</summary>
    public abstract IEnumerable<FieldFault> Faults(Definition row);

    /// <summary>The name in JSON of a column of this name.</summary>
    public static string Camel(string name) => string.Concat(name.Split('_').Select(
        (word, i) => i == 0 || word.Length == 0 ? word : char.ToUpperInvariant(word[0]) + word[1..]));
}

/// <summary>The option of a verb that sets a column.</summary>
/// <param name="Help">Its line in the help text.</param>
internal sealed record ColumnOption(string Help)
{
    /// <summary>Its name where it is not that of the column.</summary>
    public string? Name { get; init; }

    /// <summary>Its value when it is not given; null = the column stays as it is.</summary>
    public object? Default { get; init; }

    /// <summary>What its value must be.</summary>
    public IReadOnlyList<ValidationAttribute> Rules { get; init; } = [];

    /// <summary>Its place among the options, where that is not the order of the columns.</summary>
    public int? Order { get; init; }
}

/// <summary>The option without which an edit of a row that others use is refused.</summary>
/// <param name="Name">Name of the option.</param>
/// <param name="Help">Its line in the help text.</param>
internal sealed record Confirmation(string Name, string Help)
{
    /// <summary>Its name in bodies of the dashboard.</summary>
    public string Field => char.ToLowerInvariant(Name[0]) + Name[1..];
}

/// <summary>Makes the columns of one table, each of a name of its own.</summary>
/// <typeparam name="TRow">The rows.</typeparam>
internal sealed class ColumnsOf<TRow>
    where TRow : Definition
{
    private readonly HashSet<string> _names = [];

    /// <summary>A column.</summary>
    /// <param name="kind">What its values are.</param>
    /// <param name="name">Its name in SQL.</param>
    /// <param name="get">Its value of a row.</param>
    /// <param name="with">The row with another value.</param>
    /// <param name="rules">Each gives its fault, from the row and the name of the column, or null.</param>
    public Column Column<T>(
        ColumnKind<T> kind,
        string name,
        Func<TRow, T> get,
        Func<TRow, T, TRow> with,
        params Func<TRow, string, FieldFault?>[] rules) => _names.Add(name)
            ? new Typed<T>(name, kind, get, with, rules)
            : throw new ArgumentException($"the table has a column {name} already", nameof(name));

    /// <summary>A column that is part of what the row is found by.</summary>
    /// <inheritdoc cref="Column"/>
    public Column Key<T>(
        ColumnKind<T> kind,
        string name,
        Func<TRow, T> get,
        Func<TRow, T, TRow> with,
        params Func<TRow, string, FieldFault?>[] rules) =>
        Column(kind, name, get, with, rules) with { IsKey = true, IsRequired = true };

    private sealed record Typed<T>(
        string Name,
        ColumnKind<T> Kind,
        Func<TRow, T> Get,
        Func<TRow, T, TRow> Changed,
        Func<TRow, string, FieldFault?>[] Rules) : Column(Name)
    {
        public override string Wanted => Kind.Wanted;

        public override Type Type => Nullable.GetUnderlyingType(typeof(T)) ?? typeof(T);

        public override bool IsNullable => Nullable.GetUnderlyingType(typeof(T)) is not null;

        public override object? Value(Definition row) => Get((TRow)row);

        public override object? Stored(Definition row) => Kind.Stored(Get((TRow)row));

        public override Definition With(Definition row, object? value) => Changed((TRow)row, (T)value!);

        public override Definition Read(Definition row, RowReader reader) =>
            Changed((TRow)row, Kind.Read(reader, Name));

        public override bool TryParse(JsonElement json, out object? value)
        {
            value = json.ValueKind == JsonValueKind.Null ? null : Kind.Parse(json);
            return value is not null || (IsNullable && json.ValueKind == JsonValueKind.Null);
        }

        public override object? ParseText(string text) => Kind.ParseText(text);

        public override IEnumerable<FieldFault> Faults(Definition row) =>
            Rules.Select(rule => rule((TRow)row, Name)).OfType<FieldFault>();
    }
}
