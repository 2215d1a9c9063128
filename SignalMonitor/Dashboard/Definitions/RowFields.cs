using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>
/// The members of a body that describes a row. What is not there is null: it stays as it is, and so does what is there
/// as null unless the column may be empty. What cannot be read is noted with its name, and so is an unknown member.
/// </summary>
internal sealed class RowFields
{
    // What a row that was read has beside its columns: ignored when it is sent back.
    private static readonly string[] Bookkeeping = ["id", "key", "revision", "changedBy", "changedUtc"];

    private readonly JsonElement _body;
    private readonly HashSet<string> _known = [.. Bookkeeping];
    private readonly List<FieldFault> _faults = [];

    private RowFields(JsonElement body) => _body = body;

    /// <summary>Reads a body; an empty one has no members.</summary>
    public static RowFields Parse(byte[] body)
    {
        if (body.Length == 0)
            return new RowFields(default);
        try
        {
            using JsonDocument parsed = StrictJson.Parse(body);
            return From(parsed.RootElement.Clone());
        }
        catch (JsonException e)
        {
            RowFields fields = new(default);
            fields._faults.Add(new FieldFault("", $"the body is no JSON: {OneLine.Format(e.Message)}"));
            return fields;
        }
    }

    /// <summary>Takes a row that is part of a body.</summary>
    public static RowFields From(JsonElement row)
    {
        RowFields fields = new(row);
        if (row.ValueKind != JsonValueKind.Object)
            fields._faults.Add(new FieldFault("", "the body is no JSON object; send the columns of the row"));
        return fields;
    }

    /// <summary>What is wrong, once all columns were requested.</summary>
    public IReadOnlyList<FieldFault> Faults()
    {
        if (_body.ValueKind == JsonValueKind.Object)
        {
            _faults.AddRange(_body.EnumerateObject().Where(member => !_known.Contains(member.Name))
                .Select(member => new FieldFault(member.Name, "there is no such column")));
        }

        return _faults;
    }

    /// <summary>Notes what is wrong.</summary>
    public void Refuse(string name, string what) => _faults.Add(new FieldFault(name, what));

    /// <summary>A text that must be the one of the key, when it is there.</summary>
    public void Is(string name, string key)
    {
        if (Text(name) is { } text && text != key)
            Refuse(name, $"'{text}' is not '{key}' of the address; add a new row and remove the old one");
    }

    /// <summary>The columns that are there; one that is there as null where the row may have nothing is null.</summary>
    public List<(Column Column, object? Value)> Values(IEnumerable<Column> columns)
    {
        List<(Column, object?)> values = [];
        foreach (Column column in columns)
        {
            if (Member(column.Field, column.IsNullable) is not { } json)
                continue;
            if (column.TryParse(json, out object? value))
                values.Add((column, value));
            else
                Refuse(column.Field, $"is not {column.Wanted}");
        }

        return values;
    }

    /// <summary>True for a member that is there and true.</summary>
    public bool IsTrue(string name)
    {
        if (Member(name) is not { } value)
            return false;
        if (value.ValueKind is not (JsonValueKind.True or JsonValueKind.False))
            Refuse(name, "is not true or false");
        return value.ValueKind == JsonValueKind.True;
    }

    private string? Text(string name)
    {
        if (Member(name) is not { } value)
            return null;
        if (value.ValueKind == JsonValueKind.String)
            return value.GetString();
        Refuse(name, "is not text");
        return null;
    }

    private JsonElement? Member(string name, bool withNull = false)
    {
        _known.Add(name);
        return _body.ValueKind == JsonValueKind.Object && _body.TryGetProperty(name, out JsonElement value)
            && (withNull || value.ValueKind != JsonValueKind.Null) ? value : null;
    }
}
