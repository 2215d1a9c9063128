using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Schema;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;

namespace SignalMonitor.Variables.Verbs;

/// <summary>What the verbs `limits`, `units`, `aliases` and `breaks` do.</summary>
public enum RowAction
{
    /// <summary>Shows them.</summary>
    List,

    /// <summary>Adds one, or changes what is given of it.</summary>
    Set,

    /// <summary>Removes one.</summary>
    Remove,

    /// <summary>Shows what a limit would have done; only limits.</summary>
    Try,
}

/// <summary>Options of the verbs `limits`, `units`, `aliases` and `breaks`. What is null was not given.</summary>
/// <typeparam name="TRow">The rows of the verb.</typeparam>
internal class RowVerbOptions<TRow> : IStationOptions
    where TRow : Definition
{
    /// <summary>The columns of the row.</summary>
    public ColumnOptions<TRow> Columns { get; } = new();

    /// <summary>What to do.</summary>
    [Description("list, set or remove, of limits also try; given after the verb")]
    public RowAction Action { get; set; } = RowAction.List;

    /// <summary>Which one.</summary>
    [Description(
        "limits: the variable or channel; units: the unit; aliases: the alias; breaks: the trigger; given after the "
            + "action")]
    public string? Name { get; set; }

    /// <summary>Site/rig.</summary>
    [Description("site/rig; without it the first of the configuration")]
    public string? Station { get; set; }

    /// <summary>The revision that an edit was made from.</summary>
    [Description("set, remove: refuse unless it has this revision")]
    [Range(1, long.MaxValue)]
    public long? Revision { get; set; }

    /// <summary>Who edits.</summary>
    [Description("who edits, for the change log; without it the user of the system")]
    public string? By { get; set; }

    /// <summary>Machine-readable output.</summary>
    [Description("JSON instead of text; may be given as --json")]
    public bool Json { get; set; }
}

/// <summary>The options that the columns of a table have.</summary>
/// <typeparam name="TRow">The rows of the table.</typeparam>
internal sealed class ColumnOptions<TRow> : IOptionGroup
    where TRow : Definition
{
    private static readonly Table Table = DefinitionTables.For<TRow>();

    private readonly Dictionary<string, object?> _values = Table.Editable.ToDictionary(
        column => column.OptionName, column => column.Option!.Default, StringComparer.Ordinal);

    /// <summary>None is given.</summary>
    public ColumnOptions()
    {
        if (Table.Confirmation is { } confirmation)
            _values.Add(confirmation.Name, false);
    }

    /// <inheritdoc/>
    public IReadOnlyList<GroupOption> Options { get; } =
    [
        .. Table.Editable.Select(column => new GroupOption(
            column.OptionName, column.Type, column.Option!.Help, column.Option.Rules)),
        .. Table.Confirmation is { } confirmation
            ? [new GroupOption(confirmation.Name, typeof(bool), confirmation.Help, [])]
            : Array.Empty<GroupOption>(),
    ];

    /// <inheritdoc/>
    public object? this[string name]
    {
        get => _values[name];
        set => _values[name] = value;
    }

    /// <summary>What was given, as an edit of a row.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="revision">The revision that it was made from; null = whatever is there.</param>
    /// <param name="withLimits">With a calculated channel, its limits are removed too.</param>
    public RowChange Change(string name, long? revision = null, bool withLimits = false)
    {
        var change = new RowChange(Table, name)
        {
            Revision = revision,
            IsConfirmed = Table.Confirmation is { } confirmation && this[confirmation.Name] is true,
            WithLimits = withLimits,
        };
        foreach (Column column in Table.Editable.Where(column => this[column.OptionName] is not null))
            change.Set(column, this[column.OptionName]);
        return change;
    }
}
