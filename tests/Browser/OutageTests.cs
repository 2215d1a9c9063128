using System.Globalization;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>A monitor that ends, a rig that falls silent, and a tab that does not answer.</summary>
[Collection(BrowserGroup.Name)]
public sealed class OutageTests(ChromiumFixture browser) : IDisposable
{
    private const string Signal = "servo1.force";
    private readonly DashboardRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Monitor_IsKilledAndStartedAgain_PageReconnectsByItself()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        _rig.KillMonitor();
        await page.Until("window.telemetry.connection !== 'live'", "the page sees that the monitor is gone");
        await page.Page.GetByText("Connection lost").First.WaitForAsync();
        double lost = await page.NewestDrawn();
        _rig.RestartMonitor();
        await page.Until("window.telemetry.connection === 'live'", "the page is connected again");
        await page.Until($"{DashboardPage.NewestDrawnScript} > {Text(lost + 1)}", "plots move again");
    }

    [Fact]
    public async Task Rig_IsSilent_GapStaysDrawnAsGap()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);

        // 160 s instead of 10: on a slow machine the next connector needs longer than the usual window to start.
        for (int doublings = 0; doublings < 4; doublings++)
            await page.Page.Keyboard.PressAsync("-");
        _rig.KillConnector();
        _rig.View.WaitForStatus("stale");
        await page.Page.GetByText("Stale").First.WaitForAsync();
        double before = await page.NewestDrawn();
        _rig.RestartConnector();
        await page.Until($"{DashboardPage.NewestDrawnScript} > {Text(before + 1)}", "plots move again");
        await page.Until(DrawnBuckets.HasGap(Signal, 0.5), "what was before is drawn, and the gap after it");
    }

    [Fact]
    public async Task Rig_ComesBackWithOtherChannels_ThoseAreShownAndTheOldOnesAreMissing()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        await page.Page.Locator(".p-value-row[data-name='servo2.force']").WaitForAsync();
        _rig.KillConnector();
        _rig.RestartConnector("--Source:Type", "simulator", "--Source:Preset", "lcf-strain-1hz", "--Source:Seed", "1");
        await page.Page
            .Locator(".p-value-row[data-name='servo2.force']")
            .WaitForAsync(new() { State = WaitForSelectorState.Detached });
        double before = await page.NewestDrawn();
        await page.Until($"{DashboardPage.NewestDrawnScript} > {Text(before + 1)}", "what both rigs have is drawn");
        await page.Page.GetByText("servo2.force").First.WaitForAsync();
        page.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Tab_IsFrozenAndThawed_OthersGoOnAndItShowsTheNewest()
    {
        await using DashboardPage frozen = await DashboardPage.Open(browser, _rig);
        await using DashboardPage other = await DashboardPage.Open(browser, _rig);
        ICDPSession session = await frozen.Page.Context.NewCDPSessionAsync(frozen.Page);
        await session.SendAsync("Page.setWebLifecycleState", new() { ["state"] = "frozen" });
        double before = await other.NewestDrawn();
        await other.Until($"{DashboardPage.NewestDrawnScript} > {Text(before + 5)}", "the other tab goes on for 5 s");
        await session.SendAsync("Page.setWebLifecycleState", new() { ["state"] = "active" });

        double now = await other.NewestDrawn();
        await frozen.Until(
            $"{DashboardPage.NewestDrawnScript} >= {Text(now)}", "the tab that was frozen shows what is newest");
        _rig.View.Account.Closes.ShouldBeTrue();
        _rig.View.Status.ShouldBe("ok");
    }

    private static string Text(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
