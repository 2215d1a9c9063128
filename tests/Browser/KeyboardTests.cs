using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>The page without a pointer.</summary>
[Collection(BrowserGroup.Name)]
public sealed class KeyboardTests(AlarmedPage shared) : IClassFixture<AlarmedPage>
{
    private const int MaxTabs = 150;

    [Fact]
    public async Task Keys_QuestionMarkAndSpace_ListKeysAndPause()
    {
        DashboardPage page = shared.Page;
        await page.Page.Keyboard.PressAsync("?");
        await page.Page.GetByText("Go live").First.WaitForAsync(new() { State = WaitForSelectorState.Attached });
        await page.Page.Keyboard.PressAsync("Escape");
        await page.Page.Keyboard.PressAsync(" ");
        await page.Until("window.telemetry.window.paused", "the view is paused");
        await page.Page.Keyboard.PressAsync(" ");
        await page.Until("!window.telemetry.window.paused", "the view is live");
    }

    [Fact]
    public async Task Alarm_ByTabAndEnter_IsAcknowledged()
    {
        DashboardPage page = shared.Page;
        await page.Page.Locator(".p-alarm-strip").GetByText("1 unacknowledged").WaitForAsync();
        await TabTo(page, "document.activeElement?.dataset.verb === 'acknowledge'");
        (await page.Read("getComputedStyle(document.activeElement).outlineStyle"))
            .GetString()
            .ShouldNotBe("none", "the focus is seen");
        await page.Page.Keyboard.PressAsync("Enter");
        await page.Page.Locator(".p-alarm-strip").GetByText("1 acknowledged").WaitForAsync();
        shared.Rig.Alarm("servo1.force")!.Value.GetProperty("state").GetString().ShouldBe("acknowledged");
    }

    [Fact]
    public async Task Channel_ByTabsArrowsAndEnter_IsAdded()
    {
        DashboardPage page = shared.Page;
        await TabTo(page, "document.activeElement?.getAttribute('role') === 'tab'");
        for (int tab =
            0; tab < MaxTabs
                && !await Holds(page, "document.activeElement.textContent === 'Calculated channels'"); tab++)
            await page.Page.Keyboard.PressAsync("ArrowRight");
        await page.Page.Keyboard.PressAsync("Enter");
        await TabTo(page, "document.activeElement?.textContent === 'New channel'");
        await page.Page.Keyboard.PressAsync("Enter");
        await page.Page.Keyboard.TypeAsync("by_keys");
        await TabTo(page, "document.activeElement?.tagName === 'TEXTAREA'");
        await page.Page.Keyboard.TypeAsync("2 * servo1.for");
        await page.Page.GetByRole(AriaRole.Option, new() { Name = "servo1.force" }).WaitForAsync();
        await page.Page.Keyboard.PressAsync("Enter");
        await page.Page.Locator(".p-channels").GetByText("Unit kN").WaitForAsync();
        await page.Page.Keyboard.PressAsync("Control+Enter");
        DashboardRig.WaitFor(() => shared.Rig.Variable("by_keys") is not null, "the channel runs");
        await page.Page.Locator(".p-channels tbody tr").Filter(new() { HasText = "by_keys" }).WaitForAsync();
    }

    [Fact]
    public async Task Values_ByTabArrowsAndSpace_AreShownLargeAndTabGoesPast()
    {
        DashboardPage page = shared.Page;
        await TabTo(page, "document.activeElement?.matches(\".p-virtual[aria-label='Values']\")");
        int rows =
            (int)await page.Number("Number(document.querySelector('.p-values-table').getAttribute('aria-rowcount'))");
        HashSet<string> reached = [];
        for (int row = 1; row < rows; row++)
        {
            await page.Page.Keyboard.PressAsync("ArrowDown");
            reached.Add(
                (await page.Read("document.activeElement.closest('.p-value-row')?.dataset.name ?? ''")).GetString()!);
        }

        reached.Count.ShouldBe(rows - 1, string.Join(", ", reached));
        string last = reached.Last();
        await page.Page.Keyboard.PressAsync("Space");
        await page.Page.Locator(".p-large-values").GetByText(last).WaitForAsync();
        await page.Page.Keyboard.PressAsync("Tab");
        (await Holds(page, "!document.activeElement.closest('.p-values')")).ShouldBeTrue("Tab goes past the list");
    }

    // Whatever can be used is reached by Tab, in a bounded number of steps.
    private static async Task TabTo(DashboardPage page, string condition)
    {
        for (int step = 0; step < MaxTabs; step++)
        {
            if (await Holds(page, condition))
                return;
            await page.Page.Keyboard.PressAsync("Tab");
        }

        throw new InvalidOperationException($"{condition} is not reached with {MaxTabs} tabs");
    }

    private static async Task<bool> Holds(DashboardPage page, string condition) =>
        (await page.Read($"!!({condition})")).GetBoolean();
}
