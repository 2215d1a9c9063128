using System.Globalization;
using FuncLibs.Catalogue.Names;
using FuncLibs.Delivery;
using FuncLibs.Signals;
using SignalMonitor.Computation;
using SignalMonitor.Hosting;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace SignalMonitor.Watch;

/// <summary>Draws streams as tables for a terminal. Names come from the rig: they are escaped, never taken as markup.</summary>
internal static class TableView
{
    private const int LinesAround = 9;
    private const int MaxDigits = 6;

    public static IRenderable Draw(IReadOnlyList<StreamView> streams, string waiting, int terminalHeight) => streams.Count == 0
        ? new Markup($"[yellow]waiting for blocks from {Markup.Escape(waiting)}[/]")
        : new Rows(streams.Select(stream => Draw(stream, Math.Max(3, (terminalHeight / streams.Count) - LinesAround))));

    private static Table Draw(StreamView stream, int rows)
    {
        Table table = new Table().Border(TableBorder.Rounded).Title(TitleOf(stream));
        table.AddColumn("channel");
        table.AddColumn(new TableColumn("value").RightAligned());
        table.AddColumn("unit");
        foreach (var function in stream.Values?.Plan.Functions ?? [])
            table.AddColumn(new TableColumn(function.Name).RightAligned());
        table.AddColumn("quality");
        int all = stream.Values?.Values.Length ?? 0;
        for (int signal = 0; signal < Math.Min(rows, all); signal++)
            AddRow(table, stream, signal);
        if (all > rows)
            table.Caption($"[grey]and {all - rows} more channels; choose with --Compute:Channels, all at /snapshot[/]");
        return table;
    }

    private static string TitleOf(StreamView stream)
    {
        string colour = stream.IsStale ? "red" : "green";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"[bold]{Markup.Escape(stream.Name)}[/] [{colour}]{StreamViewer.TextOf(stream.State)}[/]  {stream.Rate:0.0} blocks/s  "
            + $"gaps {stream.Account.DeclaredLost}{Healing(stream.Account)}  age {stream.AgeMs} ms  latency p50 {stream.P50Ms:0.00} ms  p99 {stream.P99Ms:0.00} ms{ClockText.Words(stream.Clock)}  "
            + $"delivered {stream.Account.Delivered}");
    }

    // Only where there is something to say.
    private static string Healing(StreamAccount account) =>
        (account.Missing > 0 ? $"  [yellow]missing {account.Missing}[/]" : "") + (account.Replayed > 0 ? $"  replayed {account.Replayed}" : "");

    private static void AddRow(Table table, StreamView stream, int signal)
    {
        StreamSnapshot values = stream.Values!;
        Quality quality = MonitorJson.Worst(values.Qualities[signal], stream.IsStale);
        string colour = quality switch
        {
            Quality.Good => "green",
            Quality.Saturated => "yellow",
            _ => "red",
        };
        SignalDescription described = values.Plan.Signals[signal];
        List<string> cells = [Markup.Escape(described.Name), Number(values.Values[signal]), Markup.Escape(described.Unit)];
        for (int function = 0; function < values.Plan.Functions.Length; function++)
            cells.Add(Number(values.DerivedOf(signal, function)));
        cells.Add($"[{colour}]{MonitorJson.NameOf(quality)}[/]");
        table.AddRow([.. cells]);
    }

    private static string Number(double value) => value.ToString("G" + MaxDigits, CultureInfo.InvariantCulture);
}
