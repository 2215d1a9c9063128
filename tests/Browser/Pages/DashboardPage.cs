using System.Collections.Concurrent;
using System.Text.Json;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser.Pages;

/// <summary>The dashboard in its own context, and what it draws, by <c>window.telemetry</c>.</summary>
internal sealed class DashboardPage : IAsyncDisposable
{
    public const int Width = 1366;
    public const int Height = 768;
    private const float LimitMs = 60_000;

    // What stops the page from being what the monitor sent: none is expected, but lost connections in tests that end
    // the monitor.
    private readonly ConcurrentQueue<string> _faults = new();
    private readonly IBrowserContext _context;

    private DashboardPage(IBrowserContext context, IPage page)
    {
        _context = context;
        Page = page;
        page.PageError += (_, fault) => _faults.Enqueue(fault);
        page.Console += (_, message) =>
        {
            // A page that is quicker than the first block of its rig requests a history that there is not yet.
            bool isEarly = message.Text.Contains("404", StringComparison.Ordinal)
                && message.Location.Contains("/history?", StringComparison.Ordinal);
            if (message.Type == "error" && !isEarly)
                _faults.Enqueue($"{message.Text} ({message.Location})");
        };
        page.Dialog += (_, dialog) => _faults.Enqueue($"dialog: {dialog.Message}");
    }

    public IPage Page { get; }

    /// <summary>Errors of scripts, of the console and of the content security policy, and dialogs.</summary>
    public IReadOnlyCollection<string> Faults => _faults;

    /// <summary>Opens a page of the rig's dashboard; waits for its first drawn plot unless it is told not to.</summary>
    public static Task<DashboardPage> Open(
        ChromiumFixture browser,
        DashboardRig rig,
        string path = "/",
        string? script = null,
        bool wait = true,
        string theme = "dark") => Open(browser, rig.Address, path, script, wait, theme);

    /// <summary>Opens a page of the dashboard at an address.</summary>
    public static async Task<DashboardPage> Open(
        ChromiumFixture browser,
        Uri address,
        string path = "/",
        string? script = null,
        bool wait = true,
        string theme = "dark")
    {
        IBrowserContext context = await browser.Chromium.NewContextAsync(new()
        {
            ViewportSize = new() { Width = Width, Height = Height },
            BaseURL = address.ToString(),
            ColorScheme = theme == "dark" ? ColorScheme.Dark : ColorScheme.Light,
            TimezoneId = "Europe/Zurich",
            Locale = "en-GB",
        });
        context.SetDefaultTimeout(LimitMs);
        await context.AddInitScriptAsync("localStorage.setItem('telemetry.operator', 'kim')");
        if (script is not null)
            await context.AddInitScriptAsync(script);
        DashboardPage page = new(context, await context.NewPageAsync());
        await page.Page.GotoAsync(path);
        if (wait)
            await page.WaitForPlots();
        return page;
    }

    /// <summary>Waits until a condition of the page holds, an expression of JavaScript; fails with its name.</summary>
    public async Task Until(string condition, string what)
    {
        try
        {
            await Page.WaitForFunctionAsync(
                $"() => {condition}", null, new() { Timeout = LimitMs, PollingInterval = 50 });
        }
        catch (TimeoutException fault)
        {
            string shown = await Page.EvaluateAsync<string>(
                "document.querySelector('.toasts')?.textContent + ' | ' + document.activeElement?.outerHTML.slice(0, "
                    + "200)");
            throw new TimeoutException($"Not within {LimitMs} ms: {what}. {string.Join("; ", _faults)} {shown}", fault);
        }
    }

    /// <summary>Waits until all that is drawn has points.</summary>
    public Task WaitForPlots() =>
        Until("window.telemetry?.plots().some(plot => plot.kind === 'time' && plot.points > 20)", "a plot has points");

    /// <summary>What an expression of JavaScript gives, as JSON.</summary>
    public async Task<JsonElement> Read(string expression) =>
        await Page.EvaluateAsync<JsonElement>($"() => JSON.parse(JSON.stringify({expression}))");

    public async Task<double> Number(string expression) => (await Read(expression)).GetDouble();

    /// <summary>End of the newest drawn bucket of all plots, seconds since 1970.</summary>
    public Task<double> NewestDrawn() => Number(NewestDrawnScript);

    public const string NewestDrawnScript =
        "Math.max(0, ...window.telemetry.plots().filter(plot => plot.kind === 'time')"
        + ".flatMap(plot => plot.signals.map(signal => signal.newest?.toS ?? 0)))";

    /// <summary>
    /// Waits until live buckets of a signal are drawn by all plots that have it; the end of the newest one, seconds
    /// since 1970. What was sent between the page's first answer of /history and its first live bucket is requested
    /// some seconds later.
    /// </summary>
    public async Task<double> LiveDrawn(string signal)
    {
        string newest = NewestOfScript(signal);
        await Until($"{newest} > 0", $"{signal} is drawn");
        double opened = await Number(newest);
        await Until(FormattableString.Invariant($"{newest} > {opened + 1}"), $"live buckets of {signal} are drawn");
        return await Number(newest);
    }

    /// <summary>
    /// End of the newest bucket of a signal that all plots have drawn: on a busy machine one is later than another.
    /// </summary>
    public static string NewestOfScript(string signal) =>
        "Math.min(...window.telemetry.plots().filter(plot => plot.kind === 'time').flatMap(plot => plot.signals)"
        + $".filter(signal => signal.name === '{signal}').map(signal => signal.newest?.toS ?? 0))";

    /// <summary>Chooses a tab of the dock, which is where panels other than plots, values and bits stand.</summary>
    public async Task OpenDock(string title)
    {
        ILocator tab = Page.GetByRole(AriaRole.Tab, new() { Name = title, Exact = true });
        if (await tab.GetAttributeAsync("aria-selected") != "true")
            await tab.ClickAsync();
    }

    public async ValueTask DisposeAsync() => await _context.DisposeAsync();
}
