using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>Alarms are raised, acknowledged and shelved on the page, and the monitor knows by whom.</summary>
[Collection(BrowserGroup.Name)]
public sealed class AlarmTests(ChromiumFixture browser) : IDisposable
{
    // No force is below it: the limit counts from the first sample on.
    private const string Definitions = """
        {"format":"telemetry-variables/1","station":"lab/rig1","limits":[
          {"variable":"servo1.force","kind":"upper","severity":"critical","value":-1000000,"unit":"kN"}]}
        """;

    private readonly DashboardRig _rig = new(definitions: Definitions);

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Alarm_IsRaised_IsInTheStripAndIsAcknowledgedByName()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        ILocator strip = page.Page.Locator(".p-alarm-strip");
        await strip.GetByText("1 unacknowledged").WaitForAsync();
        (await strip.InnerTextAsync()).ShouldContain("servo1.force");

        await strip.GetByRole(AriaRole.Button, new() { Name = "Acknowledge" }).First.ClickAsync();
        await strip.GetByText("1 acknowledged").WaitForAsync();
        (State(), By()).ShouldBe(("acknowledged", "kim"));
        page.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Alarm_IsShelvedAndUnshelved_FromTheList()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        ILocator strip = page.Page.Locator(".p-alarm-strip");
        await strip.GetByRole(AriaRole.Button, new() { Name = "Show list" }).ClickAsync();
        ILocator row = strip.Locator("tbody tr").Filter(new() { HasText = "servo1.force" });
        await row.GetByRole(AriaRole.Button, new() { Name = "Shelve" }).ClickAsync();
        await row.GetByLabel("Minutes").FillAsync("5");
        await page.Page.Keyboard.PressAsync("Enter");
        await row.GetByRole(AriaRole.Button, new() { Name = "Unshelve" }).WaitForAsync();
        State().ShouldBe("shelved");

        await row.GetByRole(AriaRole.Button, new() { Name = "Unshelve" }).ClickAsync();
        DashboardRig.WaitFor(() => State() == "active", "the alarm is active again");
        await row.GetByText("active", new() { Exact = true }).WaitForAsync();
    }

    private string? State() => _rig.Alarm("servo1.force")?.GetProperty("state").GetString();

    private string? By() => _rig.Alarm("servo1.force")?.GetProperty("by").GetString();
}
