using System.Globalization;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Signals;
using FuncLibs.Signals.Limits;
using SignalMonitor.Alarms;
using SignalMonitor.Computation;
using SignalMonitor.Formatting;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace SignalMonitor.Watch;

/// <summary>
/// Draws streams as tables for a terminal. Names come from the rig: they are escaped, never taken as markup.
/// </summary>
internal static class TableView
{
    private const int LinesAround = 9;
    private const int MaxDigits = 6;

    public static IRenderable Draw(IReadOnlyList<StreamView> streams, string waiting, int terminalHeight) =>
        streams.Count == 0
            ? new Markup($"[yellow]waiting for blocks from {Markup.Escape(waiting)}[/]")
            : new Rows(
                streams.Select(stream => Draw(stream, Math.Max(3, (terminalHeight / streams.Count) - LinesAround))));

    private static Table Draw(StreamView stream, int rows)
    {
        Table table = new Table().Border(TableBorder.Rounded).Title(TitleOf(stream));
        table.AddColumn("channel");
        table.AddColumn(new TableColumn("value").RightAligned());
        table.AddColumn("unit");
        foreach (var function in stream.Values?.Plan.Functions ?? [])
            table.AddColumn(new TableColumn(function.Name).RightAligned());
        table.AddColumn("quality");
        int variables = AddVariables(table, stream, rows / 2);
        int all = stream.Values?.Values.Length ?? 0;
        int shown = Math.Min(rows - variables, all);
        for (int signal = 0; signal < shown; signal++)
            AddRow(table, stream, signal);
        if (all > shown)
            table.Caption(
                $"[grey]and {all - shown} more channels; choose with --Compute:Channels, all at /snapshot[/]");
        return table;
    }

    private static int AddVariables(Table table, StreamView stream, int rows)
    {
        int functions = stream.Values?.Plan.Functions.Length ?? 0;
        VariableLine[] lines = [.. (stream.Variables?.Lines ?? []).Take(rows)];
        foreach (VariableLine line in lines)
        {
            table.AddRow(
            [
                $"[bold]{Markup.Escape(line.Name)}[/]", line.Value, Markup.Escape(line.Unit),
                .. Enumerable.Repeat("", functions),
                QualityCell(StateNames.Worst(line.Quality, stream.IsStale))
                    + (line.Reason is { } reason ? $" [grey]{Markup.Escape(reason)}[/]" : ""),
            ]);
        }

        return lines.Length;
    }

    private static string TitleOf(StreamView stream)
    {
        string colour = stream.IsStale ? "red" : stream.IsReplay ? "yellow" : "green";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"[bold]{Markup.Escape(stream.Name)}[/] [{colour}]{stream.StateText}[/]  {stream.Rate:0.0} blocks/s  "
            + $"gaps {stream.Account.DeclaredLost}{Healing(stream.Account)}  age {stream.AgeMs} ms  latency p50 "
            + $"{stream.P50Ms:0.00} ms  p99 {stream.P99Ms:0.00} ms{ClockText.Words(stream.Clock)}  "
            + $"delivered {stream.Account.Delivered}{Alarms(stream)}{RigEventText.Words(stream.RigEvent)}");
    }

    // Only where there is something to report.
    private static string Healing(StreamAccount account) =>
        (account.Missing > 0 ? $"  [yellow]missing {account.Missing}[/]" : "")
        + (account.UnknownEnds > 0 ? $"  [red]unknown ends {account.UnknownEnds}[/]" : "")
        + (account.Replayed > 0 ? $"  replayed {account.Replayed}" : "");

    private static void AddRow(Table table, StreamView stream, int signal)
    {
        StreamSnapshot values = stream.Values!;
        Quality quality = StateNames.Worst(values.Qualities[signal], stream.IsStale);
        SignalDescription described = values.Plan.Signals[signal];
        List<string> cells =
        [
            Markup.Escape(described.Name), Number(values.Values[signal]), Markup.Escape(described.Unit),
        ];
        for (int function = 0; function < values.Plan.Functions.Length; function++)
            cells.Add(Number(values.DerivedOf(signal, function)));
        cells.Add(QualityCell(quality));
        table.AddRow([.. cells]);
    }

    private static string QualityCell(Quality quality)
    {
        string colour = quality switch
        {
            Quality.Good => "green",
            Quality.Uncertain or Quality.Saturated => "yellow",
            _ => "red",
        };
        return $"[{colour}]{StateNames.NameOf(quality)}[/]";
    }

    // The worst one by name: /alarms has the others.
    private static string Alarms(StreamView stream)
    {
        if (stream.Variables is not { Alarms: { IsEmpty: false } alarms })
            return "";
        AlarmSnapshot worst = alarms.MaxBy(alarm => alarm.Limit.Severity);
        string more = alarms.Length > 1 ? $" and {alarms.Length - 1} more" : "";
        return $"  [red]alarm {Markup.Escape(worst.Limit.Variable)} {LimitNames.NameOf(worst.Limit.Kind)} "
            + $"{AlarmNames.Get(worst.Status.State)}{more}[/]";
    }

    private static string Number(double value) => value.ToString("G" + MaxDigits, CultureInfo.InvariantCulture);
}
