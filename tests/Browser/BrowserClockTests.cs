using System.Globalization;
using Browser.Pages;
using Browser.Rigs;

namespace Browser;

/// <summary>The clock of the browser is an hour off: the page goes by the monitor's.</summary>
[Collection(BrowserGroup.Name)]
public sealed class BrowserClockTests(ChromiumFixture browser, SmallRigPage shared) : IClassFixture<SmallRigPage>
{
    private const double HourS = 3600;

    private readonly DashboardRig _rig = shared.Rig;

    [Fact]
    public async Task Clock_IsAnHourAhead_PlotsMoveAndShowTheTimeOfTheRig()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig, script: ClockOffBy(HourS));
        double drawn = await page.NewestDrawn();
        await page.Until(
            $"{DashboardPage.NewestDrawnScript} > {(drawn + 1).ToString(CultureInfo.InvariantCulture)}", "plots move");
        double browserS = await page.Number("Date.now() / 1000");
        double end = await page.Number("window.telemetry.window.toS");
        (browserS - HourS - end).ShouldBe(0, 5, "the window ends at the time of the rig");
        page.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task TestRun_ClockIsAnHourBehind_DurationIsThatOfTheMonitor()
    {
        _rig.Run("testrun", "start", "T-17", "--Operator", "kim");
        await using DashboardPage page = await DashboardPage.Open(browser, _rig, script: ClockOffBy(-HourS));
        await page.OpenDock("Test run");
        await page.Until("/^\\d+(\\.\\d)? s$/.test([...document.querySelectorAll('.p-testrun dt')]"
            + ".find(name => name.textContent === "
            + "'Duration')?.nextElementSibling.textContent)", "the run has gone on for seconds");
        await page.Until(
            "/^T-17 \\d+(\\.\\d)? s$/.test(document.querySelector('.cell-testrun dd').textContent)",
            "the bar says so too");
        page.Faults.ShouldBeEmpty();
    }

    private static string ClockOffBy(double offS)
    {
        string offMs = (offS * 1000).ToString(CultureInfo.InvariantCulture);
        return $$"""
            { const Real = Date;
              window.Date = class extends Real {
                constructor(...of) { super(...(of.length > 0 ? of : [Real.now() + {{offMs}}])); }
                static now() { return Real.now() + {{offMs}}; }
              }; }
            """;
    }
}
