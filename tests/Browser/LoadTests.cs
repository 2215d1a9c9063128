using System.Globalization;
using System.IO.Compression;
using Browser.Pages;
using Browser.Rigs;
using Testing.Processes;
using Xunit.Abstractions;

namespace Browser;

/// <summary>What a first visit costs.</summary>
[Collection(BrowserGroup.Name)]
public sealed class LoadTests(
    ChromiumFixture browser, SmallRigPage shared, ITestOutputHelper output) : IClassFixture<SmallRigPage>
{
    private const int MaxBytes = 300 * 1024;
    private static readonly string[] Files = ["/", "/app.js", "/worker.js", "/app.css"];

    private readonly DashboardRig _rig = shared.Rig;

    [Fact]
    public void Bundle_Gzipped_IsAtMost300KiB()
    {
        long bytes = Files.Sum(file => GzippedBytes(_rig.Monitor, file));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"bundle: {bytes / 1024.0:F1} KiB gzipped"));
        bytes.ShouldBeInRange(1, MaxBytes);
    }

    // Printed, not asserted: two cores also run the rig, the monitor and the tests.
    [Fact]
    public async Task FirstVisit_UntilAPlotIsDrawn_IsPrinted()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig, script: """
            { const timer = setInterval(() => {
                if (!window.telemetry?.plots().some(plot => plot.points > 0)) return;
                window.usableMs = performance.now();
                clearInterval(timer);
              }, 10); }
            """);
        await page.Until("window.usableMs > 0", "a plot is drawn");
        double usableMs = await page.Number("window.usableMs");
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"usable after {usableMs:F0} ms"));
        page.Faults.ShouldBeEmpty();
    }

    private static long GzippedBytes(HostProcess monitor, string path)
    {
        using HttpResponseMessage answer = monitor.Get(path);
        answer.EnsureSuccessStatusCode();
        using MemoryStream packed = new();
        using (GZipStream gzip = new(packed, CompressionLevel.Optimal, leaveOpen: true))
            answer.Content.ReadAsStream().CopyTo(gzip);
        return packed.Length;
    }
}
