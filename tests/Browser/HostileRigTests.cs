using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>
/// Texts of rigs and people that look like HTML are shown as texts; values that are no numbers are shown as such.
/// </summary>
[Collection(BrowserGroup.Name)]
public sealed class HostileRigTests(HostilePage shared) : IClassFixture<HostilePage>
{
    private const string Note = "<img src=x onerror=alert(2)><script>alert(3)</script>";

    [Fact]
    public async Task Rig_TextsThatLookLikeHtml_AreShownAsText()
    {
        DashboardPage page = shared.Page;
        await page.Page.Locator(".p-values").GetByText(HostileRig.Unit, new() { Exact = true }).First.WaitForAsync();

        await page.OpenDock("Events and notes");
        ILocator events = page.Page.Locator(".p-events");
        await events.GetByLabel("Note", new() { Exact = true }).FillAsync(Note);
        await page.Page.Keyboard.PressAsync("Enter");
        await events.GetByText(Note).First.WaitForAsync();
        await NothingWasExecuted(page);
    }

    [Fact]
    public async Task Rig_NaNAndInfinities_AreShownAsSuchAndTheOthersAreDrawn()
    {
        DashboardPage page = shared.Page;
        ILocator nan = page.Page.Locator(".p-value-row[data-name='servo2.force']");
        await page.Page.GetByLabel("Search channels").FillAsync("servo2");
        await nan.GetByText("invalid").WaitForAsync();
        (await nan.Locator(".p-value").InnerTextAsync()).ShouldBe("–");
        (await page.Page
            .Locator(".p-value-row[data-name='servo2.stroke'] .p-value")
            .InnerTextAsync()).ShouldContain("∞");

        double before = await page.NewestDrawn();
        await page.Until(
            FormattableString.Invariant($"{DashboardPage.NewestDrawnScript} > {before + 1}"), "the plots go on");
        await page.Until(
            "(drawn => new Set(drawn.max).size > 10 && drawn.max.every(value => Number.isFinite(value)))"
            + "(window.telemetry.plots().filter(plot => plot.kind === 'time' && plot.signals.some(s => s.name === "
            + "'servo1.stroke'))"
            + ".map(plot => window.telemetry.buckets(plot.id, 'servo1.stroke'))[0])",
            "the stroke of the other channel is drawn");
        page.Faults.ShouldBeEmpty();
    }

    private static async Task NothingWasExecuted(DashboardPage page)
    {
        (await page.Number("document.querySelectorAll('#app b, #app img, #app script').length")).ShouldBe(0);
        page.Faults.ShouldBeEmpty();
    }
}
