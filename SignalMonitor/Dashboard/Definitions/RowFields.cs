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
    // What a row that was read has beside its columns: sent back, it says nothing.
    private static readonly string[] Bookkeeping = ["id", "key", "revision", "changedBy", "changedUtc"];

    private readonly JsonElement _body;
    private readonly HashSet<string> _known = [.. Bookkeeping];
    private readonly List<FieldFault> _faults = [];

    private RowFields(JsonElement body) => _body = body;

    /// <summary>Reads a body; an empty one has no members.</summary>
    public static RowFields Of(byte[] body)
    {
        if (body.Length == 0)
            return new RowFields(default);
        try
        {
            using JsonDocument parsed = StrictJson.Parse(body);
            RowFields fields = new(parsed.RootElement.Clone());
            if (fields._body.ValueKind != JsonValueKind.Object)
                fields._faults.Add(new FieldFault("", "the body is no JSON object; send the columns of the row"));
            return fields;
        }
        catch (JsonException e)
        {
            RowFields fields = new(default);
            fields._faults.Add(new FieldFault("", $"the body is no JSON: {OneLine.Format(e.Message)}"));
            return fields;
        }
    }

    /// <summary>What is wrong, once all columns were asked for.</summary>
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

    /// <summary>True for a member that is there and null: the column, which may be empty, shall be.</summary>
    public bool IsCleared(string name) => _body.ValueKind == JsonValueKind.Object
        && _body.TryGetProperty(name, out JsonElement value) && value.ValueKind == JsonValueKind.Null;

    /// <summary>Text.</summary>
    public string? Text(string name) => Member(name) is not { } value ? null
        : value.ValueKind == JsonValueKind.String ? value.GetString() : NotA<string>(name, "text");

    /// <summary>Yes or no.</summary>
    public bool? Flag(string name) => Member(name) is not { } value ? null
        : value.ValueKind is JsonValueKind.True or JsonValueKind.False
            ? value.GetBoolean()
            : NotA<bool?>(name, "true or false");

    /// <summary>A number.</summary>
    public double? Number(string name) => Member(name) is not { } value ? null
        : value.ValueKind == JsonValueKind.Number && value.TryGetDouble(out double number)
            ? number
            : NotA<double?>(name, "a number");

    /// <summary>A whole number.</summary>
    public long? Whole(string name) => Member(name) is not { } value ? null
        : value.ValueKind == JsonValueKind.Number && value.TryGetInt64(out long whole)
            ? whole
            : NotA<long?>(name, "a whole number");

    /// <summary>A member that is a whole number of 32 bits.</summary>
    public int? Whole32(string name) => Member(name) is not { } value ? null
        : value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out int whole)
            ? whole
            : NotA<int?>(name, "a whole number of 32 bits");

    private JsonElement? Member(string name)
    {
        _known.Add(name);
        return _body.ValueKind == JsonValueKind.Object && _body.TryGetProperty(name, out JsonElement value)
            && value.ValueKind != JsonValueKind.Null ? value : null;
    }

    private T? NotA<T>(string name, string wanted)
    {
        Refuse(name, $"is not {wanted}");
        return default;
    }
}
