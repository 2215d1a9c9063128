using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>axe-core finds nothing, in both themes, on the first screen and in every panel.</summary>
[Collection(BrowserGroup.Name)]
public sealed class AccessibilityTests(ChromiumFixture browser) : IDisposable
{
    private const string Definitions = """
        {"format":"telemetry-variables/1","station":"lab/rig1","variables":[
          {"name":"classes","expression":"rainflow(servo1.force)"},{"name":"broken","expression":"servo9.force","enabled":false}],
          "limits":[
          {"variable":"servo1.force","kind":"upper","severity":"severe","value":-1000000,"unit":"kN"},
          {"variable":"servo2.force","kind":"upper","severity":"watch","value":1000000,"unit":"kN"}]}
        """;

    private readonly DashboardRig _rig = new(
        definitions: Definitions,
        monitor: ["--Notifications:Webhooks:0:Name", "hook", "--Notifications:Webhooks:0:Url", "http://127.0.0.1:9/"]);

    public void Dispose() => _rig.Dispose();

    [Theory]
    [InlineData("dark")]
    [InlineData("light")]
    public async Task Page_EveryPanel_HasNoViolations(string theme)
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig, theme: theme);
        await page.Page.Locator(".p-alarm-strip").GetByText("1 unacknowledged").WaitForAsync();
        await page.Page.EvaluateAsync(Axe.Script);
        List<string> violations = [.. await Axe.Violations(page, "first screen")];
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Show list" }).ClickAsync();
        violations.AddRange(await Axe.Violations(page, "list of alarms"));
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Hide list" }).ClickAsync();
        foreach (ILocator tab in await page.Page.GetByRole(AriaRole.Tab).AllAsync())
        {
            // Tabs within panels are taken as they are.
            if (!await tab.IsVisibleAsync())
                continue;
            await tab.ClickAsync();
            violations.AddRange(await Axe.Violations(page, await tab.InnerTextAsync()));
        }

        await page.OpenDock("Calculated channels");
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "New channel" }).ClickAsync();
        await page.Page.GetByLabel("Formula").FillAsync("movavg(servo1.fo");
        await page.Page.GetByRole(AriaRole.Listbox).WaitForAsync();
        violations.AddRange(await Axe.Violations(page, "editor of a channel"));
        violations.AddRange(await OfRecording(page));
        violations.ShouldBeEmpty();
    }

    private async Task<List<string>> OfRecording(DashboardPage page)
    {
        _rig.Run("testrun", "start", "T-1");
        await page.OpenDock("Recordings");
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Open the recording of T-1" }).ClickAsync();
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Channels" }).ClickAsync();
        List<string> violations = [];
        foreach (string tab in (string[])["Events", "Results", "What if", "About"])
        {
            await page.Page.Locator(".p-recording").GetByRole(AriaRole.Tab, new() { Name = tab }).ClickAsync();
            violations.AddRange(await Axe.Violations(page, $"recording, {tab}"));
        }

        return violations;
    }
}
