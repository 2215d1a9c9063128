using System.Globalization;
using System.Text;
using System.Text.Json;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;
using Xunit.Abstractions;

namespace Browser;

/// <summary>
/// What a wall of 64 plots costs, with the reference rig: printed, not asserted, because how quick a machine is is no
/// condition of a test. `TELEMETRY_TESTS_NIGHTLY=1` looks for ten minutes instead of ten seconds.
/// </summary>
[Collection(BrowserGroup.Name)]
[Trait("Lane", "figures")]
public sealed class FiguresTests(ChromiumFixture browser, ITestOutputHelper output) : IDisposable
{
    private const int Plots = 64;
    private const int Buckets = 2000;
    private const int WallWidth = 1920;
    private const int WallHeight = 1080;
    private const double ShortS = 10;
    private const double LongS = 600;
    private const double MiB = 1 << 20;

    private readonly DashboardRig _rig =
        new(["--Source:Type", "simulator", "--Source:Preset", "reference", "--Source:Seed", "1"]);

    private static double Seconds =>
        Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1" ? LongS : ShortS;

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Wall_Of64Plots_DrawsAllOfThemAndPrintsItsFigures()
    {
        SaveWall();
        await using DashboardPage page = await DashboardPage.Open(browser, _rig, "/?layout=wall", wait: false);
        await page.Page.SetViewportSizeAsync(WallWidth, WallHeight);
        await page.Until(
            $"window.telemetry?.plots().filter(plot => plot.points >= {Buckets}).length === {Plots}",
            $"{Plots} plots of {Buckets} buckets are drawn");

        await Print(page, "begin");
        double beginS = await page.NewestDrawn();
        double untilS = beginS + Seconds;
        double drawsBefore = await page.Number("window.telemetry.draws");
        await page.Page.EvaluateAsync("() => window.telemetry.clearFigures()");
        await page.Page.WaitForFunctionAsync(
            $"() => {DashboardPage.NewestDrawnScript} > {untilS.ToString(CultureInfo.InvariantCulture)}",
            null,
            new() { Timeout = (float)((Seconds + 60) * 1000), PollingInterval = 500 });
        foreach (string figure in (string[])["frames", "work", "latency"])
        {
            JsonElement summary = await page.Read($"window.telemetry.{figure}");
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{figure}: p50 {Of(summary, "p50"):F1} ms, p95 {Of(summary, "p95"):F1} ms, p99 "
                    + $"{Of(summary, "p99"):F1} ms, of {Of(summary, "count"):F0}"));
        }

        double draws =
            (await page.Number("window.telemetry.draws") - drawsBefore) / (await page.NewestDrawn() - beginS);
        output.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"{draws / Plots:F1} redraws of each plot a second"));
        await Print(page, "end");
        page.Faults.ShouldBeEmpty();
        _rig.View.Account.SilentLoss.ShouldBe(0);
    }

    private static double Of(JsonElement summary, string name) => summary.GetProperty(name).GetDouble();

    // Memory of the page's script and of the monitor, after the collectors of both had reason to run.
    private async Task Print(DashboardPage page, string when)
    {
        ICDPSession session = await page.Page.Context.NewCDPSessionAsync(page.Page);
        await session.SendAsync("HeapProfiler.collectGarbage");
        double heap = await page.Number("performance.memory.usedJSHeapSize");
        string resident = File
            .ReadLines($"/proc/{_rig.Monitor.Id}/status")
            .First(line => line.StartsWith("VmRSS:", StringComparison.Ordinal));
        double monitor = double.Parse(
            resident.Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2], CultureInfo.InvariantCulture) / 1024;
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"memory at the {when}: page {heap / MiB:F1} MiB, monitor {monitor:F0} MiB"));
    }

    // One signal a plot, twelve plots a row, as wide a window as it takes for 2,000 buckets of the grid.
    private void SaveWall()
    {
        JsonElement stream = _rig.Monitor.Json("/api/catalogue").GetProperty("streams")[0];
        string[] signals =
        [
            .. stream.GetProperty("signals").EnumerateArray()
                .Where(signal => signal.GetProperty("group").GetString() is "servo" or "ad" or "temp")
                .Select(signal => signal.GetProperty("name").GetString()!)
                .Take(Plots),
        ];
        signals.Length.ShouldBe(Plots);
        string layout = JsonSerializer.Serialize(new
        {
            version = 1,
            rig = stream.GetProperty("name").GetString(),
            spanS = 10,
            sideOpen = false,
            dockTab = "",
            items = signals.Select((signal, i) => new
            {
                id = $"plot-{i + 1}",
                panel = "plot",
                area = "main",
                width = 1,
                height = 2,
                hidden = false,
                settings = new { title = signal, signals = new[] { signal }, points = Buckets },
            }),
        });
        using HttpRequestMessage put = new(HttpMethod.Put, new Uri(_rig.Address, "/api/layouts/wall"))
        {
            Content = new StringContent(layout, Encoding.UTF8, "application/json"),
        };
        put.Headers.Add("X-Telemetry", "1");
        using HttpClient client = new();
        using HttpResponseMessage answer = client.Send(put);
        answer.EnsureSuccessStatusCode();
    }
}
