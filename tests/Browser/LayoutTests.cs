using System.Text.Json;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>A layout is saved under a name and opened by its address in another browser.</summary>
[Collection(BrowserGroup.Name)]
public sealed class LayoutTests(ChromiumFixture browser) : IDisposable
{
    private readonly DashboardRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Layout_IsSaved_IsOpenedByItsAddressElsewhere()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        int before = await Plots(page);
        await page.Page.Locator(".main section.panel").First.FocusAsync();
        await page.Page.Keyboard.PressAsync("Delete");
        await page.Until($"window.telemetry.plots().length === {before - 1}", "a plot is hidden");

        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Layouts", Exact = true }).ClickAsync();
        ILocator name = page.Page.GetByLabel("Name", new() { Exact = true });
        await name.FillAsync("fatigue");
        await name.PressAsync("Enter");
        await page.Until(
            "document.querySelector('.toasts').textContent.includes('Layout fatigue is saved')", "the layout is saved");
        await page.Until("location.search.includes('layout=fatigue')", "the address names the layout");
        _rig.Monitor
            .Json("/api/layouts")
            .EnumerateArray()
            .Select(layout => layout.GetProperty("name").GetString())
            .ShouldBe(["fatigue"]);

        await using DashboardPage shared = await DashboardPage.Open(browser, _rig, new Uri(page.Page.Url).PathAndQuery);
        (await Plots(shared)).ShouldBe(before - 1);
        (await Signals(shared)).ShouldBe(await Signals(page));
    }

    private static async Task<int> Plots(DashboardPage page) =>
        (int)await page.Number("window.telemetry.plots().length");

    private static async Task<string> Signals(DashboardPage page) => JsonSerializer.Serialize(
        await page.Read("window.telemetry.plots().map(plot => plot.signals.map(signal => signal.name))"));
}
