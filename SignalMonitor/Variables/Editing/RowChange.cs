using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Editing;

/// <summary>A change of one row: which one, and new values of columns. Other columns stay as they are.</summary>
/// <param name="table">Its table.</param>
/// <param name="name">The name that it goes by.</param>
internal sealed class RowChange(Table table, string name)
{
    private readonly Dictionary<string, object?> _values = new() { [table.Keys[0].Name] = name };

    /// <summary>The name that it goes by: the first column of its key.</summary>
    public string Name => name;

    /// <summary>The revision that the edit was made from; 0 = it must not be there; null = whatever is there.</summary>
    public long? Revision { get; init; }

    /// <summary>True: a row that others use may be changed too (<see cref="Table.Confirmation"/>).</summary>
    public bool IsConfirmed { get; init; }

    /// <summary>True: with a calculated channel, its limits are removed too.</summary>
    public bool WithLimits { get; init; }

    /// <summary>Gives a column a value.</summary>
    public void Set(Column column, object? value) => _values[column.Name] = value;

    /// <summary>Whether a column was given.</summary>
    public bool Has(Column column) => _values.ContainsKey(column.Name);

    /// <summary>Whether it is about a row: all columns of the key are given, and are those of the row.</summary>
    public bool IsAbout(Definition row) => table.Keys.All(
        key => _values.TryGetValue(key.Name, out object? value) && Equals(key.Value(row), value));

    /// <summary>The row with what was given.</summary>
    public Definition ApplyTo(Definition row) => table.Content.Where(Has).Aggregate(
        row, (changed, column) => column.With(changed, _values[column.Name]));
}
