using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>Texts of rigs and people that look like HTML are shown as texts.</summary>
[Collection(BrowserGroup.Name)]
public sealed class HostileTextTests(ChromiumFixture browser) : IDisposable
{
    private const string Note = "<img src=x onerror=alert(2)><script>alert(3)</script>";
    private readonly HostileRig _source = new();

    public void Dispose() => _source.Dispose();

    [Fact]
    public async Task Rig_TextsThatLookLikeHtml_AreShownAsText()
    {
        using DashboardRig rig = new(source: ["--Source:Endpoint", _source.Endpoint]);
        await using DashboardPage page = await DashboardPage.Open(browser, rig);
        await page.Page.Locator(".p-values").GetByText(HostileRig.Unit, new() { Exact = true }).First.WaitForAsync();

        await page.OpenDock("Events and notes");
        ILocator events = page.Page.Locator(".p-events");
        await events.GetByLabel("Note", new() { Exact = true }).FillAsync(Note);
        await page.Page.Keyboard.PressAsync("Enter");
        await events.GetByText(Note).First.WaitForAsync();
        await NothingWasExecuted(page);
    }

    private static async Task NothingWasExecuted(DashboardPage page)
    {
        (await page.Number("document.querySelectorAll('#app b, #app img, #app script').length")).ShouldBe(0);
        page.Faults.ShouldBeEmpty();
    }
}
