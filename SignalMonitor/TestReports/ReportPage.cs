using System.Globalization;
using System.Text;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.Alarms;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Formatting;
using SignalMonitor.Recordings;

namespace SignalMonitor.TestReports;

/// <summary>A report as one page: no script, no other file, readable on paper (A4).</summary>
internal sealed class ReportPage
{
    private const double NsPerSecond = 1e9;
    private const int LoopHeight = 320;

    private const string Style = """
        :root { color-scheme: light; }
        body { font: 14px/1.45 system-ui, sans-serif; color: #1f2328; margin: 2rem auto; max-width: 820px;
          padding: 0 1rem; }
        h1 { font-size: 22px; margin: 0 0 .2rem; }
        h2 { font-size: 16px; margin: 1.6rem 0 .4rem; }
        p.sub { color: #57606a; margin: 0 0 1rem; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; padding: 3px 8px; vertical-align: top; }
        tr { border-bottom: 1px solid #d8dee4; }
        th { font-weight: 600; }
        td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
        code { font: 12px ui-monospace, monospace; overflow-wrap: anywhere; }
        pre { font: 12px ui-monospace, monospace; white-space: pre-wrap; background: #f6f8fa; padding: 8px; }
        figure > svg { width: 100%; height: auto; }
        svg text { font: 11px system-ui, sans-serif; fill: #1f2328; }
        .grid { stroke: #d8dee4; }
        .frame { fill: none; stroke: #8c959f; }
        .line { fill: none; stroke: #0550ae; stroke-width: 1; }
        .result { fill: none; stroke: #a40e26; stroke-width: 1; stroke-dasharray: 5 3; }
        .under { fill: none; stroke: #bc4c00; stroke-width: 1; }
        .mark { fill: #a40e26; }
        .cell { fill: #0550ae; }
        figure { margin: .6rem 0; break-inside: avoid; }
        figcaption { color: #57606a; }
        .bad { color: #a40e26; font-weight: 600; }
        @page { size: A4; margin: 16mm; }
        @media print {
          body { margin: 0; max-width: none; padding: 0; }
          h2 { break-after: avoid; }
          tr { break-inside: avoid; }
        }
        """;

    private readonly StringBuilder _page = new();
    private readonly TestReport _report;

    private ReportPage(TestReport report) => _report = report;

    /// <summary>The page, UTF-8 without a mark.</summary>
    /// <param name="report">Its content.</param>
    /// <param name="program">Program and version that makes it.</param>
    public static byte[] Write(TestReport report, string program)
    {
        ReportPage page = new(report);
        page.WriteAll(program);
        return Encoding.UTF8.GetBytes(page._page.ToString());
    }

    private void WriteAll(string program)
    {
        string title = _report.Run is { } run ? $"Test report {run.Name}" : "Test report";
        Add("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        Add("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            + "style-src 'unsafe-inline'\">\n");
        Add($"<title>{Html.Escape(title)}</title>\n<style>\n{Style.ReplaceLineEndings("\n")}\n</style>\n</head>\n");
        Add($"<body>\n<h1>{Html.Escape(title)}</h1>\n");
        Add($"<p class=\"sub\">made by {Html.Escape(program)} of {Html.Escape(_report.Source)}</p>\n");
        WriteTest();
        WriteResults();
        WriteTensile();
        WriteCycles();
        WritePlots();
        WriteAlarms();
        WriteEvents();
        WriteActions();
        WriteDelivery();
        Add("</body>\n</html>\n");
    }

    private void WriteTest()
    {
        Heading("Test");
        List<(string Name, string Value)> facts = [];
        if (_report.Run is { } run)
        {
            facts.AddRange(
            [
                ("Specimen", run.Specimen ?? ""), ("Operator", run.Operator ?? ""), ("Control", run.ControlMode),
                ("Gauge length L0", run.L0Mm is { } l0 ? $"{Text(l0)} mm" : ""),
                ("Cross section S0", run.S0Mm2 is { } s0 ? $"{Text(s0)} mm²" : ""),
                ("Started", Text(run.StartedUtc)),
                ("Stopped", run.StoppedUtc is { } stopped ? Text(stopped) : "not stopped"),
                ("Note", run.Note ?? ""),
            ]);
        }

        facts.AddRange(
        [
            ("Station", _report.Recording?.Station ?? ""),
            ("Stream", _report.Stream?.Name ?? ""),
            ("Blocks", $"{_report.Blocks} of {_report.Stream?.PointsPerBlock} samples at "
                + $"{Text(_report.Stream?.BaseRateHz ?? 0)} Hz"),
            ("From", Text(UtcClock.TimeOf(_report.FirstNs))),
            ("To", Text(UtcClock.TimeOf(_report.LastNs))),
        ]);
        Add("<table>\n");
        foreach ((string name, string value) in facts.Where(fact => fact.Value.Length > 0))
            Add($"<tr><th scope=\"row\">{Html.Escape(name)}</th><td>{Html.Escape(value)}</td></tr>\n");
        Add("</table>\n");
    }

    private void WriteResults()
    {
        if (_report.Plan is not { } plan || !plan.Variables.Any(IsShown))
            return;
        Heading("Calculated channels at the end");
        Add("<table>\n<tr><th>Name</th><th class=\"n\">Value</th><th>Unit</th><th>Formula</th></tr>\n");
        VariableValues values = plan.Board.Read();
        for (int i = 0; i < plan.Variables.Length; i++)
        {
            RunningVariable variable = plan.Variables[i];
            if (!IsShown(variable))
                continue;
            Add($"<tr><td>{Html.Escape(variable.Name)}</td>");
            Add($"<td class=\"n\">{Html.Escape(ValueOf(variable, values, i))}</td>");
            Add($"<td>{Html.Escape(variable.Unit)}</td>");
            Add($"<td><code>{Html.Escape(variable.Definition.Expression)}</code></td></tr>\n");
        }

        Add("</table>\n");
    }

    // Formulas of the page itself are drawn, not listed.
    private static bool IsShown(RunningVariable variable) =>
        !variable.Name.StartsWith(ReportFormulas.Prefix, StringComparison.Ordinal);

    private void WriteTensile()
    {
        if (_report.Plan is not { } plan || _report.StressStrain.Xs.Count == 0)
            return;
        Heading("Stress over strain");
        VariableValues values = plan.Board.Read();
        (TensileCall Call, double Value)[] results =
            [.. _report.Formulas.TensileResults.Select(result => (result.Call, ValueOf(result.Name)))];
        SvgPlot plot = StressStrainPlot.Draw(_report.StressStrain, results)!;
        if (_report.Formulas.Strength is { } name && double.IsFinite(ValueOf(name)))
            StressStrainPlot.MarkStrength(plot, _report.StressStrain, ValueOf(name));
        TensileCall first = results[0].Call;
        Figure(plot, $"{first.Stress} over {first.Strain}, results where they are read");

        double ValueOf(string variable) => values.Values[PlaceOf(plan, variable)];
    }

    private static int PlaceOf(VariablePlan plan, string name)
    {
        int place = 0;
        while (plan.Variables[place].Name != name)
            place++;
        return place;
    }

    private void WriteCycles()
    {
        foreach (ReportedCycles cycles in _report.Cycles)
        {
            Heading($"Cycles of {cycles.Signal.Signal}");
            string band = cycles.Signal.Band.Length == 0 ? "" : $", noise band {cycles.Signal.Band}";
            Add($"<p>{cycles.Count} complete cycles{Html.Escape(band)}.</p>\n");
            double[] extremes = [.. cycles.Peaks, .. cycles.Valleys];
            if (cycles.Count == 0 || RangeOf(extremes) is not { } range)
                continue;
            string name = NameOf(cycles.Signal.Signal, cycles.Unit);
            double[] at = new double[cycles.Peaks.Length];
            for (int i = 0; i < at.Length; i++)
                at[i] = 1 + ((double)i * cycles.CyclesPerBucket);
            SvgPlot plot = new($"peaks and valleys of {name}", "cycle", name, (1, Math.Max(2, cycles.Count)), range);
            plot.Line(at, [.. cycles.Peaks]);
            plot.Line(at, [.. cycles.Valleys]);
            string each = cycles.CyclesPerBucket == 1 ? "cycle" : $"{cycles.CyclesPerBucket} cycles";
            Figure(plot, $"peak and valley of each {each}");
            WriteLoops(cycles.Loops);
            if (RainflowMatrix.Draw(cycles.Rainflow, cycles.Signal.Signal, cycles.Unit) is { } matrix)
                Figure(matrix, $"rainflow matrix of {name}: the darker, the more cycles (logarithmic)");
        }
    }

    private void WriteLoops(IEnumerable<ReportedLoop> loops)
    {
        foreach (ReportedLoop loop in loops)
        {
            if (RangeOf(loop.Xs) is not { } xRange || RangeOf(loop.Ys) is not { } yRange)
                continue;
            (string x, string y) = (NameOf(loop.X.Name, loop.X.Unit), NameOf(loop.Y.Name, loop.Y.Unit));
            SvgPlot plot = new($"{y} over {x}", x, y, xRange, yRange, LoopHeight);
            plot.Line(loop.Xs, loop.Ys);
            Figure(plot, $"{y} over {x}, {loop.Xs.Count} samples {loop.Title}");
        }
    }

    private static string ValueOf(RunningVariable variable, VariableValues values, int place)
    {
        if (!variable.IsRunning)
            return variable.Fault ?? "";
        if (variable.Kind == SignalKind.Table)
            return "a table";
        if (values.Missing[place] is { } missing)
            return missing;
        double value = values.Values[place];
        string text = double.IsNaN(value)
            ? "no value" : value.ToString($"F{variable.Definition.DisplayDigits}", CultureInfo.InvariantCulture);
        string state = variable.Kind == SignalKind.Result && !values.Final[place] ? ", pending" : "";
        return $"{text} ({StateNames.NameOf(values.Qualities[place])}{state})";
    }

    private void WritePlots()
    {
        Heading("Channels");
        double seconds = Math.Max(1e-9, (_report.LastNs - _report.FirstNs) / NsPerSecond);
        foreach (ReportedChannel channel in _report.Channels)
        {
            string name = NameOf(channel.Signal.Name, channel.Signal.Unit);
            if (channel.Count == 0 || RangeOf([.. channel.Min, .. channel.Max]) is not { } range)
            {
                Add($"<p>{Html.Escape(name)}: no value.</p>\n");
                continue;
            }

            int buckets = channel.Min.Length;
            SvgPlot plot = new(name, "s since the first block", name, (0, seconds), range);
            plot.Band(i => seconds * (i + 0.5) / buckets, channel.Min, channel.Max);
            Figure(plot, $"{name}: least and greatest value of each {buckets}th of the time");
        }

        WriteLoops(_report.Loops);
    }

    private void WriteAlarms()
    {
        Heading("Alarms");
        Add($"<p>{_report.AlarmCount} changes of alarms by the limits at the end of the test.</p>\n");
        if (_report.Alarms.Count > 0)
            Add("<table>\n<tr><th>Time</th><th class=\"n\">Sequence</th><th>What</th></tr>\n");
        foreach (AlarmEvent made in _report.Alarms)
        {
            Add($"<tr><td>{Text(UtcClock.TimeOf(made.UtcNs))}</td><td class=\"n\">{made.Sequence}</td>");
            Add($"<td>{Html.Escape(AlarmText.Format(made))}</td></tr>\n");
        }

        if (_report.Alarms.Count > 0)
            Add("</table>\n");
        NoteRest(_report.AlarmCount, _report.Alarms.Count, "limits try lists them");
    }

    private void WriteEvents()
    {
        if (_report.EventCount == 0)
            return;
        Heading("Events");
        Add("<table>\n<tr><th>Time</th><th>Kind</th><th>What</th></tr>\n");
        foreach (RecordedEvent one in _report.Events)
            Add($"<tr><td>{Text(UtcClock.TimeOf(one.UtcNs))}</td><td>{one.Kind}</td><td>{Html.Escape(one.Text)}</td></tr>\n");
        Add("</table>\n");
        NoteRest(_report.EventCount, _report.Events.Count, $"{RecordedEvent.FileName} has them");
    }

    private void WriteActions()
    {
        if (_report.Actions.Count == 0 && _report.ActionFaults.Count == 0)
            return;
        Heading("Actions");
        foreach (string fault in _report.ActionFaults)
            Add($"<p class=\"bad\">{Html.Escape(fault)}</p>\n");
        Add("<table>\n<tr><th>Time</th><th>Who</th><th>From</th><th>Action</th><th>Of</th><th>Sequence</th></tr>\n");
        foreach (AuditEntry entry in _report.Actions.Take(TestReport.MaxListed))
        {
            AuditAction action = entry.Action;
            Add($"<tr><td>{Text(UtcClock.TimeOf(entry.UtcNs))}</td><td>{Html.Escape(action.Who)}</td>");
            Add($"<td>{Html.Escape(action.From)}</td><td>{Html.Escape(action.Action)}</td>");
            Add($"<td>{Html.Escape(AuditText.TargetOf(action))}</td><td>{action.Sequence}</td></tr>\n");
        }

        Add("</table>\n");
        NoteRest(
            _report.Actions.Count,
            Math.Min(_report.Actions.Count, TestReport.MaxListed),
            $"{AuditFolder.FileName} has them");
    }

    private void WriteDelivery()
    {
        Heading("Data");
        string flaw = _report.Gaps > 0 ? " class=\"bad\"" : "";
        Add($"<p{flaw}>{_report.Gaps} breaks between blocks.</p>\n");
        if (_report.Recording is { } recording)
        {
            Add($"<p>{recording.Blocks} blocks recorded, {recording.Gaps} missing between them, ");
            Add($"{recording.Bytes} bytes, {recording.Damaged} damaged ranges, {recording.Torn} torn ends.</p>\n");
        }

        foreach (string note in _report.Notes)
            Add($"<p>{Html.Escape(note)}</p>\n");
        if (_report.CertificateFault is { } fault)
            Add($"<p class=\"bad\">{Html.Escape(fault)}</p>\n");
        if (_report.Certificate is { } certificate)
            WriteCertificate(certificate);
    }

    private void WriteCertificate(RunCertificate certificate)
    {
        Add("<pre>");
        foreach (string line in CertificateText.Format(certificate).ReplaceLineEndings("\n").Split('\n'))
            Add($"{Html.Escape(line)}\n");
        Add("</pre>\n");
    }

    private void NoteRest(long count, int listed, string where)
    {
        if (count > listed)
            Add($"<p>and {count - listed} more; {Html.Escape(where)}.</p>\n");
    }

    private void Figure(SvgPlot plot, string caption) =>
        Add($"<figure>\n{plot.End()}<figcaption>{Html.Escape(caption)}</figcaption>\n</figure>\n");

    private void Heading(string text) => Add($"<h2>{Html.Escape(text)}</h2>\n");

    private void Add(string text) => _page.Append(text);

    private static (double Low, double High)? RangeOf(IEnumerable<double> values)
    {
        (double low, double high) = (double.PositiveInfinity, double.NegativeInfinity);
        foreach (double value in values.Where(double.IsFinite))
            (low, high) = (Math.Min(low, value), Math.Max(high, value));
        return low <= high ? (low, high) : null;
    }

    private static string NameOf(string name, string unit) => unit.Length == 0 ? name : $"{name} [{unit}]";

    private static string Text(DateTimeOffset time) =>
        time.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss.fff 'UTC'", CultureInfo.InvariantCulture);

    private static string Text(double number) => number.ToString("G10", CultureInfo.InvariantCulture);
}
