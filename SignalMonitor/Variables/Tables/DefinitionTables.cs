using FuncLibs.Signals.Limits;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Tables;

/// <summary>The tables that people edit.</summary>
internal static class DefinitionTables
{
    /// <summary>`signal_variable`.</summary>
    public static Table Variables { get; } = Of<SignalVariable>(
        "signal_variable",
        r => new SignalVariable
        {
            Station = r.Text("station"),
            Name = r.Text("name"),
            Expression = r.Text("expression"),
            Unit = r.Text("unit"),
            DisplayDigits = r.Small("display_digits"),
            Enabled = r.Flag("enabled"),
            Note = r.Text("note"),
            KeepOverRuns = r.Flag("keep_over_runs"),
        },
        ("station", v => v.Station, true), ("name", v => v.Name, true), ("expression", v => v.Expression, false),
        ("unit", v => v.Unit, false),
        ("display_digits", v => (long)v.DisplayDigits, false), ("enabled", v => v.Enabled, false), ("note", v => v.Note, false),
        ("keep_over_runs", v => v.KeepOverRuns, false));

    /// <summary>`limit_definition`.</summary>
    public static Table Limits { get; } = Of<StoredLimit>(
        "limit_definition",
        r => new StoredLimit
        {
            Station = r.Text("station"),
            Variable = r.Text("variable"),
            Kind = r.Word<LimitKind>("kind"),
            Value = r.Number("value"),
            Value2 = r.NumberOrNull("value2"),
            Hysteresis = r.Number("hysteresis"),
            Unit = r.Text("unit"),
            MinDurationMs = r.Number("min_duration_ms"),
            MinDurationCount = r.Whole("min_duration_count"),
            Severity = r.Word<LimitSeverity>("severity"),
            Latch = r.Flag("latch"),
            Enabled = r.Flag("enabled"),
            Note = r.Text("note"),
        },
        ("station", l => l.Station, true), ("variable", l => l.Variable, true), (
            "kind", l => EnumWords.Of(l.Kind), true),
        ("severity", l => EnumWords.Of(l.Severity), true), ("value", l => l.Value, false), ("value2", l => l.Value2, false),
        ("hysteresis", l => l.Hysteresis, false), (
            "min_duration_ms", l => l.MinDurationMs, false), ("latch", l => l.Latch, false),
        ("enabled", l => l.Enabled, false), ("note", l => l.Note, false), ("unit", l => l.Unit, false),
        ("min_duration_count", l => l.MinDurationCount, false));

    /// <summary>`unit`, of all stations.</summary>
    public static Table Units { get; } = Of<UnitDefinition>(
        "unit",
        r => new UnitDefinition
        {
            Name = r.Text("name"),
            Dimension = r.Text("dimension"),
            Factor = r.Number("factor"),
            Offset = r.Number("offset"),
        },
        ("name", u => u.Name, true), ("dimension", u => u.Dimension, false), ("factor", u => u.Factor, false),
        ("offset", u => u.Offset, false));

    /// <summary>`channel_alias`.</summary>
    public static Table Aliases { get; } = Of<ChannelAlias>(
        "channel_alias",
        r => new ChannelAlias { Station = r.Text("station"), Alias = r.Text("alias"), Channel = r.Text("channel") },
        ("station", a => a.Station, true), ("alias", a => a.Alias, true), ("channel", a => a.Channel, false));

    /// <summary>`break_trigger`.</summary>
    public static Table Breaks { get; } = Of<StoredBreakTrigger>(
        "break_trigger",
        r => new StoredBreakTrigger
        {
            Station = r.Text("station"),
            Name = r.Text("name"),
            Channel = r.Text("channel"),
            FallPercent = r.Number("fall_percent"),
            WithinMs = r.Number("within_ms"),
            MinForce = r.Number("min_force"),
            BeforeMs = r.Number("before_ms"),
            AfterMs = r.Number("after_ms"),
            RearmMs = r.Number("rearm_ms"),
            Columns = r.Text("columns"),
            Enabled = r.Flag("enabled"),
            Note = r.Text("note"),
        },
        ("station", b => b.Station, true), ("name", b => b.Name, true), ("channel", b => b.Channel, false),
        ("fall_percent", b => b.FallPercent, false), ("within_ms", b => b.WithinMs, false), ("min_force", b => b.MinForce, false),
        ("before_ms", b => b.BeforeMs, false), ("after_ms", b => b.AfterMs, false), ("rearm_ms", b => b.RearmMs, false),
        ("columns", b => b.Columns, false), ("enabled", b => b.Enabled, false), ("note", b => b.Note, false));

    /// <summary>`test_run`.</summary>
    public static Table Runs { get; } = Of<TestRun>(
        "test_run",
        r => new TestRun
        {
            Station = r.Text("station"),
            Name = r.Text("name"),
            Operator = r.Text("operator"),
            Specimen = r.Text("specimen"),
            L0Mm = r.NumberOrNull("l0_mm"),
            S0Mm2 = r.NumberOrNull("s0_mm2"),
            ControlMode = r.Word<ControlMode>("control_mode"),
            StartedUtc = r.Time("started_utc"),
            StoppedUtc = r.TimeOrNull("stopped_utc"),
            Note = r.Text("note"),
        },
        ("station", t => t.Station, true), ("name", t => t.Name, true), ("operator", t => t.Operator, false),
        ("specimen", t => t.Specimen, false),
        ("l0_mm", t => t.L0Mm, false), ("s0_mm2", t => t.S0Mm2, false), (
            "control_mode", t => EnumWords.Of(t.ControlMode), false),
        ("started_utc", t => t.StartedUtc, false), (
            "stopped_utc", t => t.StoppedUtc, false), ("note", t => t.Note, false));

    /// <summary>The table of a row.</summary>
    public static Table Of(Definition row) => row switch
    {
        SignalVariable => Variables,
        StoredLimit => Limits,
        UnitDefinition => Units,
        ChannelAlias => Aliases,
        StoredBreakTrigger => Breaks,
        TestRun => Runs,
        _ => throw new ArgumentException($"{row.GetType().Name} has no table", nameof(row)),
    };

    private static Table Of<T>(
        string name, Func<RowReader, T> read, params (string Name, Func<T, object?> Get, bool IsKey)[] columns)
        where T : Definition =>
            new(name, read, [.. columns.Select(c => new Column(c.Name, row => c.Get((T)row), c.IsKey))]);
}
