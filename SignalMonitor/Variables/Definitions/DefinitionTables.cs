using System.Collections.Immutable;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Signals.Limits;
using static SignalMonitor.Variables.Definitions.ColumnKinds;

namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// The tables that people edit. A new column of a row is a member of its record, a line here and a numbered script in
/// Schema: statements, JSON, documents, and options of the verb follow from the line.
/// </summary>
internal static class DefinitionTables
{
    private const int MaxDimension = 64;
    private const int MaxRunText = 64;
    private const double MaxBreakMs = 600_000;
    private const int MaxColumnText = 16_384;
    private const double MinSize = 1e-3;

    /// <summary>`signal_variable`.</summary>
    public static Table Variables { get; } = Table.Create<SignalVariable>(
        "signal_variable",
        "variable",
        "variables",
        set => set.Variables,
        new() { Station = "", Name = "", Expression = "" },
        of =>
        [
            of.Key(Text, "station", v => v.Station, (v, x) => v with { Station = x },
                (v, _) => FieldRules.Station(v.Station)),
            of.Key(Text, "name", v => v.Name, (v, x) => v with { Name = x },
                (v, column) => FieldRules.Name(column, v.Name)),
            of.Column(Text, "expression", v => v.Expression, (v, x) => v with { Expression = x },
                (v, column) => FieldRules.Lines(column, v.Expression, 1, FieldRules.MaxExpression)) with
            {
                IsRequired = true,
                Option = new("add, set: the formula, e.g. \"abs(servo1.force)\""),
            },
            of.Column(Text, "unit", v => v.Unit, (v, x) => v with { Unit = x },
                (v, column) => FieldRules.Unit(column, v.Unit)) with
            {
                Option = new("add, set: unit of the result; empty = as the formula gives it"),
            },
            of.Column(Whole32, "display_digits", v => v.DisplayDigits, (v, x) => v with { DisplayDigits = x },
                (v, column) => FieldRules.Number(column, v.DisplayDigits, 0, SignalVariable.MaxDigits)) with
            {
                Field = "digits",
                Option = new("add, set: digits shown after the point")
                {
                    Rules = [new RangeAttribute(0, SignalVariable.MaxDigits)],
                },
            },
            of.Column(Flag, "enabled", v => v.Enabled, (v, x) => v with { Enabled = x }) with
            {
                Option = new("add, set: true = computed, false = only kept"),
            },
            of.Column(Text, "note", v => v.Note, (v, x) => v with { Note = x },
                (v, column) => FieldRules.Note(column, v.Note)) with
            {
                Option = new("add, set: free text") { Order = 1 },
            },
            of.Column(Flag, "keep_over_runs", v => v.KeepOverRuns, (v, x) => v with { KeepOverRuns = x }) with
            {
                Option = new("add, set: true = the state of its functions continues over a new test run; without it a "
                    + "new run resets it"),
            },
            of.Column(Number, "tare", v => v.Tare, (v, x) => v with { Tare = x },
                (v, column) => FieldRules.Number(column, v.Tare, double.MinValue, double.MaxValue)),
            of.Column(Whole, "resets", v => v.Resets, (v, x) => v with { Resets = x },
                (v, column) => FieldRules.Number(column, v.Resets, 0, long.MaxValue)),
        ]);

    /// <summary>`limit_definition`.</summary>
    public static Table Limits { get; } = Table.Create<StoredLimit>(
        "limit_definition",
        "limit",
        "limits",
        set => set.Limits,
        new() { Station = "", Variable = "", Kind = default, Value = 0 },
        of =>
        [
            of.Key(Text, "station", l => l.Station, (l, x) => l with { Station = x },
                (l, _) => FieldRules.Station(l.Station)),
            of.Key(Text, "variable", l => l.Variable, (l, x) => l with { Variable = x },
                (l, column) => FieldRules.Signal(column, l.Variable)) with { Field = "signal", NamesSignal = true },
            of.Key(Word<LimitKind>(), "kind", l => l.Kind, (l, x) => l with { Kind = x },
                (l, column) => FieldRules.Word(column, l.Kind)) with
            {
                Option = new("set, remove: upper, lower, band, rate, underpeak, peakvalleychange, endofcount or stale"),
            },
            of.Key(Word<LimitSeverity>(), "severity", l => l.Severity, (l, x) => l with { Severity = x },
                (l, column) => FieldRules.Word(column, l.Severity)) with
            {
                IsRequired = false,
                Option = new("set, remove: watch, warning, distress, critical or severe")
                {
                    Default = LimitSeverity.Warning,
                },
            },
            of.Column(Number, "value", l => l.Value, (l, x) => l with { Value = x },
                (l, column) => LimitFaults.CheckNumbers(l.ToWatched()) is { } fault ? new(column, fault) : null) with
            {
                IsRequired = true,
                Option = new("set: the limit; the lower end of a band"),
            },
            of.Column(NumberOrNull, "value2", l => l.Value2, (l, x) => l with { Value2 = x }) with
            {
                Option = new("set: upper end of a band; noise of underpeak and peakvalleychange"),
            },
            of.Column(Number, "hysteresis", l => l.Hysteresis, (l, x) => l with { Hysteresis = x }) with
            {
                Option = new("set: how far the value has to return before the alarm is over"),
            },
            of.Column(Number, "min_duration_ms", l => l.MinDurationMs, (l, x) => l with { MinDurationMs = x },
                (l, column) =>
                    FieldRules.Number(column, l.MinDurationMs, 0, LimitFaults.MaxDurationMs, " ms")) with
            {
                Order = 1,
                Option = new("set: how many ms it has to be passed before it counts"),
            },
            of.Column(Flag, "latch", l => l.Latch, (l, x) => l with { Latch = x }) with
            {
                Order = 2,
                Option = new("set: true = the alarm stays until somebody resets it"),
            },
            of.Column(Flag, "enabled", l => l.Enabled, (l, x) => l with { Enabled = x }) with
            {
                Order = 2,
                Option = new("set: true = watched, false = only kept"),
            },
            of.Column(Text, "note", l => l.Note, (l, x) => l with { Note = x },
                (l, column) => FieldRules.Note(column, l.Note)) with
            {
                Order = 2,
                Option = new("set: free text"),
            },
            of.Column(Text, "unit", l => l.Unit, (l, x) => l with { Unit = x },
                (l, column) => FieldRules.Unit(column, l.Unit),
                (l, column) => l.Kind == LimitKind.Stale && l.Unit.Length > 0
                    ? new(column, "the value of stale is in ms; leave the unit empty")
                    : null) with
            {
                Option = new("set: unit of the numbers (of a rate: kN/s); '' = that of what is watched, whatever it "
                    + "is"),
            },
            of.Column(
                Whole, "min_duration_count", l => l.MinDurationCount, (l, x) => l with { MinDurationCount = x }) with
            {
                Order = 1,
                Option = new("set: how many cycles (underpeak, peakvalleychange) or samples (others) one after the "
                    + "other; not together with ms"),
            },
        ]);

    /// <summary>`unit`, of all stations.</summary>
    public static Table Units { get; } = Table.Create<UnitDefinition>(
        "unit",
        "unit",
        "units",
        set => set.Units,
        new() { Name = "", Dimension = "", Factor = 1 },
        of =>
        [
            of.Key(Text, "name", u => u.Name, (u, x) => u with { Name = x },
                (u, column) => u.Name.Length == 0
                    ? new(column, "is empty; write the unit, such as kip")
                    : FieldRules.Unit(column, u.Name)),
            of.Column(Text, "dimension", u => u.Dimension, (u, x) => u with { Dimension = x },
                (u, column) => FieldRules.Line(column, u.Dimension, 0, MaxDimension)) with
            {
                IsRequired = true,
                Option = new("set: the unit that the factor counts, e.g. N or kg*m/s^2; empty for a plain number"),
            },
            of.Column(Number, "factor", u => u.Factor, (u, x) => u with { Factor = x },
                (u, column) => u.Factor == 0
                    ? new(column, "0 is not allowed; base units in one of this unit")
                    : FieldRules.Number(column, u.Factor, double.MinValue, double.MaxValue)) with
            {
                IsRequired = true,
                Option = new("set: how many of that unit one is; above 0"),
            },
            of.Column(Number, "offset", u => u.Offset, (u, x) => u with { Offset = x },
                (u, column) => FieldRules.Number(column, u.Offset, double.MinValue, double.MaxValue)) with
            {
                Option = new("set: its zero, in that unit"),
            },
        ],
        new("UsedToo", "set: also when variables use the unit, whose values change then"));

    /// <summary>`channel_alias`.</summary>
    public static Table Aliases { get; } = Table.Create<ChannelAlias>(
        "channel_alias",
        "alias",
        "aliases",
        set => set.Aliases,
        new() { Station = "", Alias = "", Channel = "" },
        of =>
        [
            of.Key(Text, "station", a => a.Station, (a, x) => a with { Station = x },
                (a, _) => FieldRules.Station(a.Station)),
            of.Key(Text, "alias", a => a.Alias, (a, x) => a with { Alias = x },
                (a, column) => FieldRules.Name(column, a.Alias)),
            of.Column(Text, "channel", a => a.Channel, (a, x) => a with { Channel = x },
                (a, column) => FieldRules.Signal(column, a.Channel)) with
            {
                IsRequired = true,
                NamesSignal = true,
                Option = new("set: the channel of the alias, e.g. servo1.force"),
            },
        ]);

    /// <summary>`break_trigger`.</summary>
    public static Table Breaks { get; } = Table.Create<StoredBreakTrigger>(
        "break_trigger",
        "break trigger",
        "breaks",
        set => set.Breaks,
        new() { Station = "", Name = "", Channel = "", MinForce = 0 },
        of =>
        [
            of.Key(Text, "station", b => b.Station, (b, x) => b with { Station = x },
                (b, _) => FieldRules.Station(b.Station)),
            of.Key(Text, "name", b => b.Name, (b, x) => b with { Name = x },
                (b, column) => FieldRules.TriggerName(column, b.Name)),
            of.Column(Text, "channel", b => b.Channel, (b, x) => b with { Channel = x },
                (b, column) => FieldRules.Signal(column, b.Channel)) with
            {
                IsRequired = true,
                Option = new("set: channel of the force, e.g. servo1.force"),
            },
            of.Column(Number, "fall_percent", b => b.FallPercent, (b, x) => b with { FallPercent = x },
                (b, column) => FieldRules.Number(column, b.FallPercent, 0.1, 100, " %")) with
            {
                Option = new("set: percent of its recent maximum by which the force falls"),
            },
            of.Column(Number, "within_ms", b => b.WithinMs, (b, x) => b with { WithinMs = x },
                (b, column) => FieldRules.Number(column, b.WithinMs, 0.001, MaxBreakMs, " ms")) with
            {
                Option = new("set: within how many ms it falls"),
            },
            of.Column(Number, "min_force", b => b.MinForce, (b, x) => b with { MinForce = x },
                (b, column) => b.MinForce > 0 && double.IsFinite(b.MinForce) ? null : new(
                    column,
                    FormattableString.Invariant(
                        $"{b.MinForce} is no force of a test; above 0, in units of the channel"))) with
            {
                IsRequired = true,
                Option = new("set: least force of a test, in units of the channel; above 0, well above the noise"),
            },
            of.Column(Number, "before_ms", b => b.BeforeMs, (b, x) => b with { BeforeMs = x },
                (b, column) => FieldRules.Number(column, b.BeforeMs, 0, MaxBreakMs, " ms")) with
            {
                Option = new("set: ms at full rate that are kept from before"),
            },
            of.Column(Number, "after_ms", b => b.AfterMs, (b, x) => b with { AfterMs = x },
                (b, column) => FieldRules.Number(column, b.AfterMs, 0, MaxBreakMs, " ms")) with
            {
                Option = new("set: ms at full rate that are kept from the break on"),
            },
            of.Column(Number, "rearm_ms", b => b.RearmMs, (b, x) => b with { RearmMs = x },
                (b, column) => FieldRules.Number(column, b.RearmMs, 0, MaxBreakMs, " ms")) with
            {
                Option = new("set: armed again once the force was back for so many ms"),
            },
            of.Column(Text, "columns", b => b.Columns, (b, x) => b with { Columns = x },
                (b, column) => FieldRules.Line(column, b.Columns, 0, MaxColumnText)
                    ?? FieldRules.Signals(column, b.ColumnNames, BreakOptions.MaxColumns)) with
            {
                Option = new("set: signals that are kept, with commas, all of one rate; '' = all columns of the "
                    + "channel"),
            },
            of.Column(Flag, "enabled", b => b.Enabled, (b, x) => b with { Enabled = x }) with
            {
                Option = new("set: true = watched, false = only kept"),
            },
            of.Column(Text, "note", b => b.Note, (b, x) => b with { Note = x },
                (b, column) => FieldRules.Note(column, b.Note)) with
            {
                Option = new("set: free text"),
            },
        ]);

    /// <summary>`test_run`.</summary>
    public static Table Runs { get; } = Table.Create<TestRun>(
        "test_run",
        "test run",
        "runs",
        set => set.Run is { } run ? [run] : [],
        new() { Station = "", Name = "" },
        of =>
        [
            of.Key(Text, "station", t => t.Station, (t, x) => t with { Station = x },
                (t, _) => FieldRules.Station(t.Station)),
            of.Key(Text, "name", t => t.Name, (t, x) => t with { Name = x },
                (t, column) => FieldRules.Line(column, t.Name, 1, MaxRunText)),
            of.Column(Text, "operator", t => t.Operator, (t, x) => t with { Operator = x },
                (t, column) => FieldRules.Line(column, t.Operator, 0, MaxRunText)) with
            {
                Option = new("start, set: who runs the test"),
            },
            of.Column(Text, "specimen", t => t.Specimen, (t, x) => t with { Specimen = x },
                (t, column) => FieldRules.Line(column, t.Specimen, 0, MaxRunText)) with
            {
                Option = new("start, set: the specimen"),
            },
            of.Column(NumberOrNull, "l0_mm", t => t.L0Mm, (t, x) => t with { L0Mm = x },
                (t, column) => t.L0Mm is { } mm ? FieldRules.Number(column, mm, MinSize, 1e5, " mm") : null) with
            {
                Option = new("start, set: gauge length in mm, run.l0 in formulas") { Name = "L0" },
            },
            of.Column(NumberOrNull, "s0_mm2", t => t.S0Mm2, (t, x) => t with { S0Mm2 = x },
                (t, column) => t.S0Mm2 is { } mm2 ? FieldRules.Number(column, mm2, MinSize, 1e7, " mm2") : null) with
            {
                Option = new("start, set: cross section in mm2, run.s0 in formulas") { Name = "S0" },
            },
            of.Column(Word<ControlMode>(), "control_mode", t => t.ControlMode, (t, x) => t with { ControlMode = x },
                (t, column) => FieldRules.Word(column, t.ControlMode)) with
            {
                Option = new("start, set: stroke, force, strain or other"),
            },
            of.Column(Time, "started_utc", t => t.StartedUtc, (t, x) => t with { StartedUtc = x }),
            of.Column(TimeOrNull, "stopped_utc", t => t.StoppedUtc, (t, x) => t with { StoppedUtc = x },
                (t, column) => t.StoppedUtc < t.StartedUtc
                    ? new(column, $"{t.StoppedUtc:O} is before the start, {t.StartedUtc:O}")
                    : null),
            of.Column(Text, "note", t => t.Note, (t, x) => t with { Note = x },
                (t, column) => FieldRules.Note(column, t.Note)) with
            {
                Option = new("start, set, stop: free text"),
            },
        ]);

    /// <summary>All of them.</summary>
    public static ImmutableArray<Table> All { get; } = [Variables, Limits, Units, Aliases, Breaks, Runs];

    /// <summary>The table of a row.</summary>
    public static Table For(Definition row) => For(row.GetType());

    /// <summary>The table of a type of rows.</summary>
    public static Table For<TRow>()
        where TRow : Definition => For(typeof(TRow));

    private static Table For(Type row) => All.FirstOrDefault(table => table.Blank.GetType() == row)
        ?? throw new ArgumentException($"{row.Name} has no table", nameof(row));
}
