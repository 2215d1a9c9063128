using System.Text.RegularExpressions;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>A calculated channel is written with an error, corrected, drawn, saved and runs.</summary>
[Collection(BrowserGroup.Name)]
public sealed partial class FormulaTests(ChromiumFixture browser, SmallRigPage shared) : IClassFixture<SmallRigPage>
{
    private const string Title = "Calculated channels";

    private readonly DashboardRig _rig = shared.Rig;

    [Fact]
    public async Task Formula_WithAnErrorAndThenWithout_IsMarkedAtItsColumnThenRuns()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        ILocator panel = await OpenEditor(page);
        ILocator formula = panel.GetByLabel("Formula");
        await panel.GetByLabel("Name", new() { Exact = true }).FillAsync("doubled");
        await formula.FillAsync("2 * servo1.forse");
        ILocator errors = panel.Locator(".p-formula-errors");
        await errors.GetByText(Column5()).WaitForAsync();
        (await formula.GetAttributeAsync("aria-invalid")).ShouldBe("true");
        (await panel.Locator(".p-formula-marks mark").InnerTextAsync()).ShouldBe("servo1.forse");

        await formula.FillAsync("2 * servo1.force");
        await panel.GetByText("Unit kN").WaitForAsync();
        (await errors.InnerTextAsync()).ShouldBeEmpty();
        await panel.Locator(".p-preview canvas").WaitForAsync();
        _rig.Variable("doubled").ShouldBeNull("the preview saves nothing");

        await panel.GetByRole(AriaRole.Button, new() { Name = "Save" }).ClickAsync();
        await panel.Locator("tbody tr").Filter(new() { HasText = "doubled" }).GetByText("good").WaitForAsync();
        _rig.Variable("doubled")!.Value.GetProperty("running").GetBoolean().ShouldBeTrue();
        page.Faults.Where(fault => !fault.Contains("400", StringComparison.Ordinal)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Editor_AnotherTabIsOpenedAndLeft_KeepsWhatWasTyped()
    {
        const string Begun = "abs(servo1.force";
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        ILocator formula = (await OpenEditor(page)).GetByLabel("Formula");
        await formula.FillAsync(Begun);
        await page.OpenDock("Health");
        await page.OpenDock(Title);
        await Assertions.Expect(formula).ToHaveValueAsync(Begun);
    }

    [Fact]
    public async Task Channel_IsRemoved_ComesBackByUndo()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        await page.OpenDock(Title);
        ILocator panel = page.Page.Locator(".p-channels");
        ILocator row = panel.Locator("tbody tr").Filter(new() { HasText = "force_rms" });
        await row.GetByRole(AriaRole.Button, new() { Name = "Remove force_rms" }).ClickAsync();
        await row.WaitForAsync(new() { State = WaitForSelectorState.Detached });
        await panel.GetByRole(AriaRole.Button, new() { Name = "Undo" }).ClickAsync();
        await row.WaitForAsync();
        (await row.InnerTextAsync()).ShouldContain("movrms(servo1.force, 300)");
    }

    [Fact]
    public async Task Channel_EditedMeanwhile_IsNotOverwrittenWithoutConfirmation()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        await using DashboardPage other = await DashboardPage.Open(browser, _rig);
        ILocator mine = await OpenEditor(page, "force_abs");
        ILocator theirs = await OpenEditor(other, "force_abs");
        await theirs.GetByLabel("Note").FillAsync("by the other one");
        await theirs.GetByRole(AriaRole.Button, new() { Name = "Save" }).ClickAsync();
        await theirs.GetByText("force_abs was saved").WaitForAsync();

        await mine.GetByLabel("Note").FillAsync("mine");
        await mine.GetByRole(AriaRole.Button, new() { Name = "Save", Exact = true }).ClickAsync();
        await mine.GetByText("Somebody else saved this channel").WaitForAsync();
        await mine.GetByRole(AriaRole.Button, new() { Name = "Load the saved one" }).ClickAsync();
        await Assertions.Expect(mine.GetByLabel("Note")).ToHaveValueAsync("by the other one");
    }

    [Fact]
    public async Task Completion_ByKeyboard_WritesChannelAndFunction()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        ILocator panel = await OpenEditor(page);
        ILocator formula = panel.GetByLabel("Formula");
        await formula.FocusAsync();
        await page.Page.Keyboard.TypeAsync("mova");
        ILocator list = panel.GetByRole(AriaRole.Listbox);
        await list.GetByRole(AriaRole.Option, new() { Name = "movavg" }).WaitForAsync();
        await page.Page.Keyboard.PressAsync("Enter");
        await page.Page.Keyboard.TypeAsync("servo1.stro");
        await list.GetByRole(AriaRole.Option, new() { Name = "servo1.stroke" }).WaitForAsync();
        await page.Page.Keyboard.PressAsync("Tab");
        await Assertions.Expect(formula).ToHaveValueAsync("movavg(servo1.stroke");
        (await panel.Locator(".p-signature strong").InnerTextAsync()).ShouldBe("x");
    }

    private static async Task<ILocator> OpenEditor(DashboardPage page, string? channel = null)
    {
        await page.OpenDock(Title);
        ILocator panel = page.Page.Locator(".p-channels");
        string button = channel is null ? "New channel" : $"Edit {channel}";
        await panel.GetByRole(AriaRole.Button, new() { Name = button }).ClickAsync();
        return panel;
    }

    [GeneratedRegex("column 5")]
    private static partial Regex Column5();
}
