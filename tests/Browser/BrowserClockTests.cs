using System.Globalization;
using Browser.Pages;
using Browser.Rigs;

namespace Browser;

/// <summary>The clock of the browser is an hour off: the page goes by the monitor's.</summary>
[Collection(BrowserGroup.Name)]
public sealed class BrowserClockTests(ChromiumFixture browser) : IDisposable
{
    private const double HourS = 3600;

    private readonly DashboardRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Theory]
    [InlineData(HourS)]
    [InlineData(-HourS)]
    public async Task Clock_IsAnHourOff_PlotsMoveAndShowTheTimeOfTheRig(double offS)
    {
        string offMs = (offS * 1000).ToString(CultureInfo.InvariantCulture);
        string script = $$"""
            { const Real = Date;
              window.Date = class extends Real {
                constructor(...of) { super(...(of.length > 0 ? of : [Real.now() + {{offMs}}])); }
                static now() { return Real.now() + {{offMs}}; }
              }; }
            """;
        await using DashboardPage page = await DashboardPage.Open(browser, _rig, script: script);
        double drawn = await page.NewestDrawn();
        await page.Until($"{DashboardPage.NewestDrawnScript} > {(drawn + 1).ToString(CultureInfo.InvariantCulture)}", "plots move");
        double browserS = await page.Number("Date.now() / 1000");
        double end = await page.Number("window.telemetry.window.toS");
        (browserS - offS - end).ShouldBe(0, 5, "the window ends at the time of the rig");
        page.Faults.ShouldBeEmpty();
    }
}
