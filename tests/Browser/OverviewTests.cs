using System.Globalization;
using System.Text.Json;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;
using Testing.Rigs;

namespace Browser;

/// <summary>The overview of rigs: a tile for each, the worst first.</summary>
[Collection(BrowserGroup.Name)]
public sealed class OverviewTests(ChromiumFixture browser)
{
    private const int Many = 40;

    [Theory]
    [InlineData("dark")]
    [InlineData("light")]
    public async Task Tiles_RigKilledAndAlarmOnAnother_AreWorstFirstAndOpenTheirRig(string theme)
    {
        using ManyRigs rigs = new(3, prepared => prepared.SetLimit(2, "servo1.force", -1e6));
        for (int rig = 1; rig <= 3; rig++)
            rigs.WaitForState(rig, "live");
        await using DashboardPage page =
            await DashboardPage.Open(browser, new Uri(rigs.Monitor.Endpoint("http")), theme: theme);
        ILocator tiles = page.Page.Locator(".overview-tile");
        (await tiles.First.IsVisibleAsync()).ShouldBeFalse();
        await page.Page.Locator(".main").FocusAsync();
        await page.Page.Keyboard.PressAsync("v");
        await Assertions.Expect(tiles).ToHaveCountAsync(3);
        await Assertions.Expect(tiles.First).ToContainTextAsync("lab/rig2");
        await Assertions.Expect(tiles.First).ToContainTextAsync("1 critical", new() { IgnoreCase = true });

        rigs.KillConnector(3);
        await Assertions.Expect(tiles.First).ToContainTextAsync("lab/rig3");
        await Assertions.Expect(tiles.First).ToContainTextAsync("Missing");
        await Assertions.Expect(tiles.Nth(1)).ToContainTextAsync("1 critical", new() { IgnoreCase = true });
        await Assertions.Expect(tiles.Nth(2)).ToContainTextAsync("no alarm");
        await Assertions.Expect(tiles.Nth(2)).ToContainTextAsync("Live");
        await page.Page.EvaluateAsync(Axe.Script);
        (await Axe.Violations(page, "overview")).ShouldBeEmpty();

        await tiles.Nth(1).FocusAsync();
        await page.Page.Keyboard.PressAsync("Enter");
        await Assertions.Expect(tiles.First).ToBeHiddenAsync();
        await page.Until("location.search.includes('lab%2Frig2%2Fmain')", "the address names the rig");
        await page.WaitForPlots();
        await page.OpenDock("Definitions");
        await Assertions.Expect(page.Page.GetByRole(AriaRole.Tabpanel).First).ToContainTextAsync("1000000");
        page.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Page_FortyRigs_OpensWithAllOfThemInSight()
    {
        using DashboardRig rig = new();
        await using DashboardPage page = await DashboardPage.Open(browser, rig, "/?rig=main", wait: false);
        await page.Page.RouteAsync("**/api/overview", route => route.FulfillAsync(new()
        {
            ContentType = "application/json",
            Body = ManyTiles(),
        }));
        await page.Page.GotoAsync("/");
        ILocator tiles = page.Page.Locator(".overview-tile");
        await Assertions.Expect(tiles).ToHaveCountAsync(Many);

        await Assertions.Expect(tiles.First).ToContainTextAsync("Missing");
        JsonElement size = await page.Read(
            "(e => ({ all: e.scrollHeight, shown: e.clientHeight }))(document.querySelector('.overview'))");
        size.GetProperty("all").GetInt32().ShouldBeLessThanOrEqualTo(size.GetProperty("shown").GetInt32());
        JsonElement cut = await page.Read(
            "[...document.querySelectorAll('.overview-figures')].filter(e => e.scrollWidth > e.clientWidth)"
                + ".map(e => e.textContent)");
        cut.EnumerateArray().Select(text => text.GetString()).ShouldBeEmpty();
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "By name" }).ClickAsync();
        await Assertions.Expect(tiles.First).ToContainTextAsync("lab/rig1");
        await page.Page.GetByLabel("Filter rigs").FillAsync("rig4 missing");
        await Assertions.Expect(tiles).ToHaveCountAsync(1);
        await Assertions.Expect(page.Page.Locator(".overview-head")).ToContainTextAsync("1 of 40 rigs");
        page.Faults.ShouldBeEmpty();
    }

    private static string ManyTiles()
    {
        object[] rigs =
        [
            .. Enumerable.Range(1, Many).Select(rig => (object)new
            {
                stream = string.Create(CultureInfo.InvariantCulture, $"lab/rig{rig}/main"),
                station = ManyRigs.StationOf(rig),
                connection = rig - 1,
                connector = "tcp://10.0.0.1:5556",
                state = rig % 10 == 4 ? "missing" : "live",
                ageMs = 12_000,
                delivered = 1_000_000L,
                lost = 12,
                missing = 0,
                healed = 12_345,
                alarms = rig % 7 != 0 ? [] : new[] { new { severity = "critical", count = 2, unacknowledged = 1 } },
                run = new { name = "Fatigue 7", startedUtc = "2026-03-01T12:00:00Z", recorded = true },
                fault = (string?)null,
            }),
        ];
        return JsonSerializer.Serialize(new { timeNs = "1772370000000000000", rigs });
    }
}
