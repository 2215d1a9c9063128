using Microsoft.Playwright;

namespace Browser;

/// <summary>One browser for the whole project; each page has its own context.</summary>
public sealed class ChromiumFixture : IAsyncLifetime
{
    private static readonly string[] Places = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

    // A page in the background is to continue as one in sight does, and software draws as it does on a machine without
    // a GPU.
    private static readonly string[] Arguments =
    [
        "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-timer-throttling",
        "--disable-renderer-backgrounding", "--force-color-profile=srgb",
    ];

    private IPlaywright? _playwright;
    private IBrowser? _chromium;

    internal IBrowser Chromium => _chromium ?? throw new InvalidOperationException("The browser was not started.");

    public async Task InitializeAsync()
    {
        string executable = Places.FirstOrDefault(File.Exists)
            ?? throw new InvalidOperationException(
                $"None of {string.Join(", ", Places)} is there: apt-get install chromium");
        _playwright = await Playwright.CreateAsync();
        _chromium = await _playwright.Chromium.LaunchAsync(new() { ExecutablePath = executable, Args = Arguments });
    }

    public async Task DisposeAsync()
    {
        if (_chromium is not null)
            await _chromium.DisposeAsync();
        _playwright?.Dispose();
    }
}
