using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>A cyclic test: what is counted and classed is on the page as the monitor has it.</summary>
[Collection(BrowserGroup.Name)]
public sealed class CycleTests(CyclicPage shared) : IClassFixture<CyclicPage>
{
    private ILocator Panel => shared.Page.Page.Locator(".p-rainflow");

    [Fact]
    public async Task Rainflow_OfARunningTest_IsDrawnAndGrowsAndIsShownAsTable()
    {
        await shared.Page.OpenDock("Rainflow and cycles");
        await Panel.Locator("canvas").WaitForAsync();
        double drawn = await Cycles();
        drawn.ShouldBeGreaterThan(0);
        await shared.Page.Until(FormattableString.Invariant($"{CyclesScript} > {drawn}"), "more cycles are drawn");
        (await Panel.GetByRole(AriaRole.Img).First.GetAttributeAsync("aria-label"))!.ShouldMatch("Rainflow matrix: .* kN");

        await Panel.GetByLabel("Show as table").CheckAsync();
        ILocator head = Panel.GetByRole(AriaRole.Columnheader);
        string[] columns = [.. (await head.AllInnerTextsAsync()).Select(text => text.Split(' ', ',')[0])];
        columns[..3].ShouldBe(["range", "mean", "count"]);
        (await Panel.GetByRole(AriaRole.Cell).CountAsync()).ShouldBeGreaterThan(2);
        await Panel.GetByLabel("Show as table").UncheckAsync();
        shared.Page.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Counter_OfCycles_IsThatOfTheMonitor()
    {
        await shared.Page.OpenDock("Rainflow and cycles");
        ILocator count = Panel.Locator(".p-count").Filter(new() { HasText = CyclicPage.Count });
        await count.WaitForAsync();
        double before = Value();
        await shared.Page.Until(
            FormattableString.Invariant($"{CountScript} > {before}"),
            "the counter on the page goes on");
        double shown = await shared.Page.Number(CountScript);
        shown.ShouldBeInRange(before, Value());
    }

    // Half cycles of the residue count 0.5 each.
    private const string CyclesScript =
        "Number((document.querySelector('.p-rainflow .p-bar')?.textContent.match(/([0-9.]+) cycles/) ?? [0, 0])[1])";

    private const string CountScript =
        $"Number([...document.querySelectorAll('.p-count')].find(count => count.textContent.startsWith('{CyclicPage.Count} ')).textContent.split(' ')[1])";

    private async Task<double> Cycles()
    {
        await shared.Page.Until($"{CyclesScript} > 0", "cycles are drawn");
        return await shared.Page.Number(CyclesScript);
    }

    private double Value() => shared.Rig.View.Snapshot.GetProperty("variables").EnumerateArray()
        .Single(
            variable => variable.GetProperty("name").GetString() == CyclicPage.Count).GetProperty("value").GetDouble();
}
