using System.Text.Json;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;
using Testing;

namespace Browser;

/// <summary>Accounts on the page: log in, what a role may not do, who acted, and the end of an account.</summary>
[Collection(BrowserGroup.Name)]
public sealed class LogInTests : IDisposable
{
    private const string Password = "correct horse";

    // Of the password, in few rounds.
    private const string Hash =
        "AQAAAAIAAAPoAAAAEGq4Xt9nM/XjrDvGtpIFe3watJODEjjBQAJsYPQcF4RWcqAF7wbZTv7g5R2fV0u6Gg==";

    private const string Token = "tlm_browser";
    private const string TokenHash = "dce882008cbaf5e28d9c7e770290ecc3b33cf9be0ad0c16400d32571d0ae6dc0";

    private readonly ChromiumFixture _browser;
    private readonly TemporaryFolder _folder = new();
    private readonly DashboardRig _rig;

    public LogInTests(ChromiumFixture browser)
    {
        _browser = browser;
        Write("users.json", "users", [User("vic", "view"), User("kim", "control")]);
        Write(
            "tokens.json",
            "tokens",
            [$$"""{"name":"test","role":"view","sha256":"{{TokenHash}}","created":"2026-01-01T00:00:00Z","expires":null}"""]);
        _rig = new DashboardRig(
            Token,
            source: null,
            definitions: null,
            "--Security:UsersFile",
            _folder.File("users.json"),
            "--Security:TokensFile",
            _folder.File("tokens.json"));
    }

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Account_LogsIn_ActsAsItsRoleAllowsUntilItIsRemoved()
    {
        await using DashboardPage page = await DashboardPage.Open(_browser, _rig, wait: false);
        await page.Page.GetByLabel("Account", new() { Exact = true }).WaitForAsync();
        (await page.Page.EvaluateAsync<bool>("window.telemetry === undefined")).ShouldBeTrue();

        await Fill(page, "vic", "a wrong password");
        await page.Page.GetByText("the account or the password is wrong").WaitForAsync();

        await LogIn(page, "vic");
        await IsRefused(page, "Events and notes", "Add note", "control");
        await IsRefused(page, "Calculated channels", "New channel", "control");
        await IsRefused(page, "Definitions", "New limit", "control");
        await IsRefused(page, "Test run", "Start a test run", "control");
        await IsRefused(page, "Exports", "Export", "control");
        await page.OpenDock("Users");
        await page.Page.Locator(".p-users").GetByText("This needs the role admin; vic has view.").WaitForAsync();
        (await SendNote(page)).ShouldBe(403, "the monitor refuses the same");
        Entries().ShouldBeEmpty();

        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Log out vic (view)" }).ClickAsync();
        await LogIn(page, "kim");
        await AddNote(page, "by the operator");
        DashboardRig.WaitFor(() => Entries().Length == 1, "the note is in the audit log");
        JsonElement entry = Entries()[0];
        string?[] noted = [.. new[] { "who", "action", "from" }.Select(name => entry.GetProperty(name).GetString())];
        noted.ShouldBe(["kim", "note.add", "dashboard 127.0.0.1"]);

        Write("users.json", "users", [User("vic", "view")]);
        await page.Page.GetByLabel("Account", new() { Exact = true }).WaitForAsync();
        (await page.Page.GetByText("servo1").CountAsync()).ShouldBe(0);
    }

    private static async Task LogIn(DashboardPage page, string name)
    {
        await page.Page.GetByLabel("Account", new() { Exact = true }).WaitForAsync();
        await Fill(page, name, Password);
        await page.WaitForPlots();
    }

    private static async Task Fill(DashboardPage page, string name, string password)
    {
        await page.Page.GetByLabel("Account", new() { Exact = true }).FillAsync(name);
        await page.Page.GetByLabel("Password").FillAsync(password);
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Log in" }).ClickAsync();
    }

    // The button has the focus and the reason, does nothing, and its field takes no text.
    private static async Task IsRefused(DashboardPage page, string panel, string name, string role)
    {
        await page.OpenDock(panel);
        ILocator button = page.Page.GetByRole(AriaRole.Button, new() { Name = name, Exact = true });
        await Assertions.Expect(button).ToHaveAttributeAsync("aria-disabled", "true");
        await Assertions.Expect(button).ToHaveAttributeAsync("title", $"This needs the role {role}; vic has view.");
        await button.FocusAsync();
        await page.Page.Keyboard.PressAsync("Enter");
        (await page.Page.Locator(".dock form:visible :enabled:not(button)").CountAsync()).ShouldBe(0, panel);
    }

    private static Task<int> SendNote(DashboardPage page) => page.Page.EvaluateAsync<int>(
        """
        async () => (await fetch("/api/notes", {
          method: "POST", headers: { "X-Telemetry": "1" }, body: '{"by":"vic","text":"by the viewer","stream":"main"}',
        })).status
        """);

    private static async Task AddNote(DashboardPage page, string text)
    {
        await page.OpenDock("Events and notes");
        await page.Page.GetByLabel("Note", new() { Exact = true }).FillAsync(text);
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Add note" }).ClickAsync();
    }

    private JsonElement[] Entries() => [.. _rig.Monitor.Json("/api/audit").GetProperty("entries").EnumerateArray()];

    private static string User(string name, string role) =>
        $$"""{"name":"{{name}}","role":"{{role}}","password":"{{Hash}}","changed":"2026-01-01T00:00:00Z"}""";

    // As `users` writes it: whole, and for its owner.
    private void Write(string name, string kind, string[] entries)
    {
        string made = _folder.File(name + ".new");
        File.WriteAllText(
            made, $$"""{"kind":"telemetry-{{kind}}","format":1,"entries":[{{string.Join(',', entries)}}]}""");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(made, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        File.Move(made, _folder.File(name), overwrite: true);
    }
}
