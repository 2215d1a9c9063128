using System.Collections.Immutable;
using FuncLibs.Signals.Limits;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Verbs;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>
/// One kind of definitions that the dashboard edits: the edits are those of the verbs, the words come from a body.
/// </summary>
internal abstract class DefinitionKind
{
    /// <summary>The name of break triggers.</summary>
    public const string Breaks = "breaks";

    /// <summary>All of them.</summary>
    public static ImmutableArray<DefinitionKind> All { get; } =
    [
        new Of<SignalsVerbOptions>("variables", new VariableEdits(), ReadVariable),
        new Of<LimitsVerbOptions>("limits", new LimitEdits(), ReadLimit, words => ("signal", words.Name)),
        new Of<UnitsVerbOptions>("units", new UnitEdits(), ReadUnit),
        new Of<AliasesVerbOptions>("aliases", new AliasEdits(), ReadAlias, words => ("channel", words.Channel)),
        new Of<BreaksVerbOptions>(Breaks, new BreakEdits(), ReadBreak),
    ];

    /// <summary>How it is called in addresses and answers.</summary>
    public abstract string Name { get; }

    /// <summary>The rows of a set.</summary>
    public abstract IReadOnlyList<Definition> Rows(VariableSet set);

    /// <summary>Adds a row, or changes what is given of it.</summary>
    /// <param name="session">Where, and who.</param>
    /// <param name="key">Which row.</param>
    /// <param name="revision">The revision that the edit was made from; 0 = it must not be there; null = whatever is
    /// there.</param>
    /// <param name="fields">Its columns.</param>
    /// <param name="faults">What cannot be read of them; nothing is changed then.</param>
    public abstract RowOutcome? Put(
        EditSession session, string key, long? revision, RowFields fields, out IReadOnlyList<FieldFault> faults);

    /// <summary>Removes a row.</summary>
    public abstract RowOutcome? Remove(
        EditSession session, string key, long? revision, out IReadOnlyList<FieldFault> faults);

    private static SignalsVerbOptions ReadVariable(string key, long? revision, RowFields fields)
    {
        fields.Is("name", key);
        return new SignalsVerbOptions
        {
            Name = key,
            Revision = revision,
            Expression = fields.Text("expression"),
            Unit = fields.Text("unit"),
            Digits = fields.Whole32("digits"),
            Enabled = fields.Flag("enabled"),
            KeepOverRuns = fields.Flag("keepOverRuns"),
            Note = fields.Text("note"),
        };
    }

    private static LimitsVerbOptions ReadLimit(string key, long? revision, RowFields fields)
    {
        string[] parts = key.Split(RowKey.Separator);
        (string signal, string kind, string severity) = parts is [var a, var b, var c] ? (a, b, c) : (key, "", "");
        bool isKind = EnumWords.TryParse(kind, out LimitKind limitKind);
        if (!isKind || !EnumWords.TryParse(severity, out LimitSeverity limitSeverity))
        {
            limitSeverity = default;
            fields.Refuse("", $"'{key}' is no limit; write SIGNAL:KIND:SEVERITY, such as servo1.force:upper:warning, "
                + $"with KIND one of "
                + $"{EnumWords.Of<LimitKind>()}; SEVERITY one of {EnumWords.Of<LimitSeverity>()}");
        }

        fields.Is("signal", signal);
        fields.Is("kind", kind);
        fields.Is("severity", severity);
        return new LimitsVerbOptions
        {
            Name = signal,
            Revision = revision,
            Kind = isKind ? limitKind : null,
            Severity = limitSeverity,
            Value = fields.Number("value"),
            Value2 = fields.Number("value2"),
            ClearsValue2 = fields.IsCleared("value2"),
            Hysteresis = fields.Number("hysteresis"),
            Unit = fields.Text("unit"),
            MinDurationMs = fields.Number("minDurationMs"),
            MinDurationCount = fields.Whole("minDurationCount"),
            Latch = fields.Flag("latch"),
            Enabled = fields.Flag("enabled"),
            Note = fields.Text("note"),
        };
    }

    private static UnitsVerbOptions ReadUnit(string key, long? revision, RowFields fields)
    {
        fields.Is("name", key);
        return new UnitsVerbOptions
        {
            Name = key,
            Revision = revision,
            Dimension = fields.Text("dimension"),
            Factor = fields.Number("factor"),
            Offset = fields.Number("offset"),
            UsedToo = fields.Flag("usedToo") ?? false,
        };
    }

    private static AliasesVerbOptions ReadAlias(string key, long? revision, RowFields fields)
    {
        fields.Is("alias", key);
        return new AliasesVerbOptions { Name = key, Revision = revision, Channel = fields.Text("channel") };
    }

    private static BreaksVerbOptions ReadBreak(string key, long? revision, RowFields fields)
    {
        fields.Is("name", key);
        return new BreaksVerbOptions
        {
            Name = key,
            Revision = revision,
            Channel = fields.Text("channel"),
            FallPercent = fields.Number("fallPercent"),
            WithinMs = fields.Number("withinMs"),
            MinForce = fields.Number("minForce"),
            BeforeMs = fields.Number("beforeMs"),
            AfterMs = fields.Number("afterMs"),
            RearmMs = fields.Number("rearmMs"),
            Columns = fields.Text("columns"),
            Enabled = fields.Flag("enabled"),
            Note = fields.Text("note"),
        };
    }

    // A new row is for something that is there: most often the name was mistyped. Who prepares another rig uses the
    // verbs.
    private static FieldFault? OfNamed(EditSession session, (string Field, string? Name) named) =>
        named.Name is not null && session.Repository.Load(session.Station).Has(out VariableSet? set, out _)
            && session.Check.WhyUnknown(named.Name, set) is { } why ? new FieldFault(named.Field, why) : null;

    private sealed class Of<TWords>(
        string name,
        RowEdits<TWords> edits,
        Func<string, long?, RowFields, TWords> read,
        Func<TWords, (string Field, string? Name)>? named = null) : DefinitionKind
        where TWords : IRowWords
    {
        public override string Name => name;

        public override IReadOnlyList<Definition> Rows(VariableSet set) => edits.Rows(set);

        public override RowOutcome? Put(
            EditSession session, string key, long? revision, RowFields fields, out IReadOnlyList<FieldFault> faults)
        {
            TWords words = read(key, revision, fields);
            faults = fields.Faults();
            if (faults.Count == 0 && named is not null && revision == 0
                && OfNamed(session, named(words)) is { } unknown)
                faults = [unknown];
            return faults.Count == 0 ? edits.Put(session, words) : null;
        }

        public override RowOutcome? Remove(
            EditSession session, string key, long? revision, out IReadOnlyList<FieldFault> faults)
        {
            RowFields none = RowFields.Of([]);
            TWords words = read(key, revision, none);
            faults = none.Faults();
            return faults.Count == 0 ? edits.Remove(session, words) : null;
        }
    }
}
