using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;
using Testing.Rigs;

namespace Browser;

/// <summary>A rig with as many columns as there may be.</summary>
[Collection(BrowserGroup.Name)]
public sealed class ManyChannelTests(ChromiumFixture browser) : IDisposable
{
    private const string Last = "servo64.gauge60";

    private readonly WideRig _source = new();

    public void Dispose() => _source.Dispose();

    [Fact]
    public async Task Rig_Of4096Columns_FirstScreenIsDrawnAndEachIsFound()
    {
        using DashboardRig rig = new(["--Source:Endpoint", _source.Endpoint]);
        await using DashboardPage page = await DashboardPage.Open(browser, rig);
        double before = await page.NewestDrawn();
        await page.Until(
            FormattableString.Invariant($"{DashboardPage.NewestDrawnScript} > {before + 1}"), "plots move");
        (await page.Number(
            "document.querySelectorAll('.p-value-row').length")).ShouldBeLessThan(200, "only rows in sight exist");

        await page.Page.GetByLabel("Search channels").FillAsync(Last);
        await page.Page.Locator($".p-value-row[data-name='{Last}']").GetByText("good").WaitForAsync();
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Add plot" }).ClickAsync();
        await page.Page.GetByLabel("Search signals").FillAsync(Last);
        await page.Page.Locator(".drawer").GetByRole(AriaRole.Checkbox, new() { Name = Last }).CheckAsync();
        await page.Page
            .Locator(".drawer")
            .GetByRole(AriaRole.Button, new() { Name = "Show", Exact = true })
            .ClickAsync();
        await page.Until(
            $"window.telemetry.plots().some(plot => plot.signals[0].name === '{Last}' && plot.points > 2)",
            "the last channel is drawn");
        page.Faults.ShouldBeEmpty();
        rig.View.Account.SilentLoss.ShouldBe(0);
    }
}
