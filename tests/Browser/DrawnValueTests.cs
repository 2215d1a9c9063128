using System.Globalization;
using System.Text.Json;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>What is on the page is what the rig sent.</summary>
[Collection(BrowserGroup.Name)]
public sealed class DrawnValueTests(ChromiumFixture browser, SmallRigPage shared) : IClassFixture<SmallRigPage>
{
    private const string Signal = "servo1.force";
    private const double HistoryBucketS = 0.1;

    private readonly DashboardRig _rig = shared.Rig;

    [Fact]
    public async Task Plots_RigRuns_Move()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        double before = await page.NewestDrawn();
        await page.Until($"{DashboardPage.NewestDrawnScript} > {Text(before + 1)}", "plots move by a second");
        page.Faults.ShouldBeEmpty();
    }

    // A box that is as wide as its text by its style alone would cut a text that is longer.
    [Fact]
    public async Task Legends_RigRuns_ShowValuesThatAreNotCut()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        await page.Until(
            "(boxes => boxes.length > 4 && boxes.every(box => box.textContent.length > 1 && box.scrollWidth <= "
                + "box.clientWidth))"
            + "([...document.querySelectorAll('.plot-signal .value-box')])",
            "each legend has a value as wide as its box at most");
        page.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Plots_Drawn_EqualHistory()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        double begin = await page.LiveDrawn(Signal);
        await page.Until($"{DashboardPage.NewestOfScript(Signal)} > {Text(begin + 2)}", "two seconds are drawn");
        DrawnBuckets drawn = await DrawnBuckets.OfPage(page, Signal);
        DrawnBuckets history =
            DrawnBuckets.OfHistory(_rig.Monitor.Json($"/history?channel={Signal}&seconds=10&buckets=200"));

        // Buckets that are whole on both sides: after the first drawn one, before the newest.
        double first = Math.Ceiling(begin / HistoryBucketS) * HistoryBucketS;
        double[] starts =
        [
            .. history.FromS.Where(
                start => start >= first && start < begin + 1.5
                    && history.Together(start, start + HistoryBucketS) is not null),
        ];
        starts.Length.ShouldBeGreaterThan(5);
        foreach (double start in starts)
            drawn
                .Together(start, start + HistoryBucketS)
                .ShouldBe(history.Together(start, start + HistoryBucketS), $"bucket at {start:F1} s");
    }

    [Fact]
    public async Task Values_RigIsHeld_AreThoseOfTheSnapshotWithTheirAge()
    {
        using DashboardRig rig = new();
        await using DashboardPage page = await DashboardPage.Open(browser, rig);
        rig.Hold();
        rig.View.WaitForStatus("stale");
        ILocator row = page.Page.Locator($".p-value-row[data-name='{Signal}']");
        await page.Until(
            $"document.querySelector(\".p-value-row[data-name='{Signal}']\")?.dataset.tone === 'stale'",
            "the value is stale");
        await page.Until(
            $"document.querySelector(\".p-value-row[data-name='{Signal}'] .p-age\").textContent.length > 0",
            "its age is said");
        JsonElement channel = rig.Channel(Signal);

        string shown = (await row.Locator(".p-value").InnerTextAsync()).Replace('−', '-');
        int decimals = shown.Length - 1 - shown.IndexOf('.', StringComparison.Ordinal);
        shown.ShouldBe(channel.GetProperty("value").GetDouble().ToString($"F{decimals}", CultureInfo.InvariantCulture));
        (await row.InnerTextAsync()).ShouldSatisfyAllConditions(
            text => text.ShouldContain(channel.GetProperty("unit").GetString()!),
            text => text.ShouldContain("stale"),
            text => text.ShouldMatch(@"\d+(\.\d)? s"));
    }

    private static string Text(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
