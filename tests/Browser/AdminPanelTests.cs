using System.Text.Json;
using Browser.Pages;
using Browser.Rigs;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.ZeroMq;
using Microsoft.Playwright;
using Testing;

namespace Browser;

/// <summary>What an admin keeps in the page: accounts, keys, and where notifications go.</summary>
[Collection(BrowserGroup.Name)]
public sealed class AdminPanelTests : IDisposable
{
    private static readonly string[] Panels = ["Users", "Keys", "Notifications", "Test run"];

    private readonly ChromiumFixture _browser;
    private readonly TemporaryFolder _folder = new();
    private readonly KeyFile _peer = Create("lab2");
    private readonly DashboardRig _rig;

    public AdminPanelTests(ChromiumFixture browser)
    {
        _browser = browser;
        string allowed = _folder.File("allowed");
        AllowedPeersEdits.Allow(allowed, Create("lab1"), out _).ShouldBeNull();
        _rig = new DashboardRig(
            monitor:
            [
                "--Security:KeyFile", Create("office1").WriteNew(_folder.File("keys")),
                "--Security:AllowedFolder", allowed,
                "--Notifications:Webhooks:0:Name", "hook",
                "--Notifications:Webhooks:0:Url", "http://127.0.0.1:9/",
            ]);
    }

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Admin_EditsTargetsAndKeys_IsInForceAndNoted()
    {
        await using DashboardPage page = await DashboardPage.Open(_browser, _rig);
        await page.OpenDock("Notifications");
        ILocator target = page.Page.Locator(".p-target");
        await target.GetByRole(AriaRole.Button, new() { Name = "Edit: hook" }).ClickAsync();
        ILocator form = target.GetByRole(AriaRole.Form, new() { Name = "Edit: hook" });
        await form.GetByLabel("alarms").UncheckAsync();
        await form.GetByLabel("Messages a minute").FillAsync("0");
        await form.GetByRole(AriaRole.Button, new() { Name = "Save" }).ClickAsync();
        await target.GetByText("Messages a minute: a whole number from 1 to 600.").WaitForAsync();
        await form.GetByLabel("Messages a minute").FillAsync("3");
        await form.GetByRole(AriaRole.Button, new() { Name = "Save" }).ClickAsync();
        await target.GetByText("the test stops, troubles of the monitor, from info on, 3 a minute").WaitForAsync();
        await target.GetByRole(AriaRole.Button, new() { Name = "Pause for minutes: hook" }).ClickAsync();
        await target.GetByText("paused", new() { Exact = true }).WaitForAsync();
        Target().GetProperty("pausedUntilNs").ValueKind.ShouldBe(JsonValueKind.Number);
        await target.GetByRole(AriaRole.Button, new() { Name = "Send test: hook" }).ClickAsync();
        await target.GetByRole(AriaRole.Alert).GetByText("hook: ").WaitForAsync();

        await page.OpenDock("Keys");
        ILocator keys = page.Page.Locator(".p-keys");
        await keys.GetByText("HardwareConnector keys allow office1.pub").WaitForAsync();
        await keys.GetByLabel("Public key, or its .pub file").FillAsync((_peer with { Secret = null }).ToString());
        await keys.GetByRole(AriaRole.Button, new() { Name = "Allow", Exact = true }).ClickAsync();
        ILocator row = keys.Locator("tr").Filter(new() { HasText = _peer.Public.Fingerprint });
        await row.WaitForAsync();
        ILocator revoke = row.GetByRole(AriaRole.Button);
        await revoke.ClickAsync();
        await revoke.ClickAsync();
        await row.WaitForAsync(new() { State = WaitForSelectorState.Detached });
        Actions().ShouldBe(
            ["keys.revoke", "keys.allow", "notifications.test", "notifications.set", "notifications.set"]);

        // The test message found no server: that is the one line in the console.
        page.Faults.Where(fault => !fault.Contains("502", StringComparison.Ordinal)).ShouldBeEmpty();
    }

    [Fact]
    [Trait("Lane", "pictures")]
    public async Task Panels_OfAdmins_ArePictures()
    {
        foreach (string theme in (string[])["dark", "light"])
        {
            await using DashboardPage page = await DashboardPage.Open(_browser, _rig, theme: theme);
            foreach (int width in (int[])[DashboardPage.Width, 800])
            {
                await page.Page.SetViewportSizeAsync(width, DashboardPage.Height);
                foreach (string panel in Panels)
                {
                    await page.OpenDock(panel);
                    if (panel == "Test run" && width == DashboardPage.Width)
                        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Start a test run" }).ClickAsync();
                    string file = _folder.File($"{panel}-{theme}-{width}.png");
                    await page.Page.ScreenshotAsync(new() { Path = file, FullPage = true });
                    new FileInfo(file).Length.ShouldBeGreaterThan(10_000);
                }
            }
        }
    }

    private JsonElement Target() => _rig.Monitor.Json("/api/notifications").GetProperty("targets")[0];

    private string?[] Actions() => [.. _rig.Monitor.Json("/api/audit").GetProperty("entries").EnumerateArray()
        .Select(entry => entry.GetProperty("action").GetString())];

    private static KeyFile Create(string name)
    {
        CurveKeys.TryCreate(out CurveKey? publicKey, out CurveKey? secretKey).ShouldBeTrue();
        return new KeyFile { Name = name, Public = publicKey!, Secret = secretKey };
    }
}
