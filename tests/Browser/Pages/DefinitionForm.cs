using Microsoft.Playwright;

namespace Browser.Pages;

/// <summary>One tab of the panel of definitions: its table, and the form of a row.</summary>
/// <param name="page">The page.</param>
/// <param name="one">What a row is called: <c>limit</c>.</param>
internal sealed class DefinitionForm(DashboardPage page, string one)
{
    private const string Panel = ".p-definitions";

    /// <summary>Opens the tab of a kind.</summary>
    public static async Task<DefinitionForm> Open(DashboardPage page, string tab, string one)
    {
        await page.OpenDock("Definitions");
        await page.Page.Locator(Panel).GetByRole(AriaRole.Tab, new() { Name = tab, Exact = true }).ClickAsync();
        return new DefinitionForm(page, one);
    }

    private ILocator Form => page.Page.GetByRole(AriaRole.Form, new() { Name = $"Edit {one}" });

    /// <summary>The line above the table that reports what was done.</summary>
    public ILocator Done(string key, string what) => page.Page.Locator(Panel).GetByText($"{one} {key} was {what}.");

    /// <summary>The row of a key.</summary>
    public ILocator Row(string key) => page.Page.Locator($"{Panel} tbody tr").Filter(new()
    {
        Has = page.Page.GetByRole(AriaRole.Button, new() { Name = $"Edit {key}", Exact = true }),
    });

    public Task New() => page.Page.GetByRole(AriaRole.Button, new() { Name = $"New {one}", Exact = true }).ClickAsync();

    public Task Edit(string key) => Row(key).GetByRole(AriaRole.Button, new() { Name = $"Edit {key}" }).ClickAsync();

    public async Task Remove(string key)
    {
        await Row(key).GetByRole(AriaRole.Button, new() { Name = $"Remove {key}" }).ClickAsync();
        await Row(key).WaitForAsync(new() { State = WaitForSelectorState.Detached });
    }

    public Task Fill(string label, string text) => Field(label).FillAsync(text);

    public Task Save() => Form.GetByRole(AriaRole.Button, new() { Name = "Save", Exact = true }).ClickAsync();

    /// <summary>Saves, and waits until the row is stored.</summary>
    public async Task Store(string key)
    {
        await Save();
        await Done(key, "saved").WaitForAsync();
        await Form.WaitForAsync(new() { State = WaitForSelectorState.Hidden });
        await Row(key).WaitForAsync();
    }

    /// <summary>Saves, and waits until the fault of a field is described at it, marked, and has the focus.</summary>
    public async Task IsRefused(string label, string message)
    {
        await Save();
        await Form
            .Locator(".field")
            .Filter(new() { Has = page.Page.GetByLabel(label, new() { Exact = true }) })
            .Locator(".error")
            .GetByText(message)
            .WaitForAsync();
        await Assertions.Expect(Field(label)).ToHaveAttributeAsync("aria-invalid", "true");
        await Assertions.Expect(Field(label)).ToBeFocusedAsync();
    }

    /// <summary>Saves, and waits until the form says something that is not about one field.</summary>
    public async Task IsRefused(string message)
    {
        await Save();
        await Form.GetByRole(AriaRole.Alert).GetByText(message).WaitForAsync();
    }

    private ILocator Field(string label) => Form.GetByLabel(label, new() { Exact = true });
}
