using System.Diagnostics;
using System.Net.WebSockets;
using System.Text;
using System.Text.Json;

namespace Benchmarks.Dashboard;

/// <summary>
/// Chromium without a screen and without a graphics card, on the page of a monitor; asked over its DevTools protocol
/// whether it draws.
/// </summary>
internal sealed class DashboardBrowser : IAsyncDisposable
{
    private const string DrawsScript = "window.telemetry?.connection === 'live' ? window.telemetry.draws : 0";
    private static readonly string[] Places = ["/usr/bin/chromium", "/usr/bin/google-chrome"];
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(200);

    private readonly Process _process;
    private readonly string _profile;
    private readonly ClientWebSocket _devTools = new();
    private int _requested;

    private DashboardBrowser(Process process, string profile)
    {
        _process = process;
        _profile = profile;
    }

    /// <summary>Where a browser is installed; null where none is.</summary>
    public static string? Executable => Places.FirstOrDefault(File.Exists);

    /// <summary>Starts one and waits until its page draws plots.</summary>
    /// <param name="executable">The browser.</param>
    /// <param name="page">The page.</param>
    /// <param name="profile">Folder of its own; removed at the end.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="InvalidDataException">It ended, or drew nothing within a minute.</exception>
    public static async Task<DashboardBrowser> StartAsync(
        string executable, Uri page, string profile, CancellationToken stop)
    {
        ProcessStartInfo start = new(executable)
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
            ArgumentList =
            {
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--window-size=1920,1080",
                "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
                "--remote-debugging-port=0",
                $"--user-data-dir={profile}", page.ToString(),
            },
        };
        Process process = Process.Start(start) ?? throw new InvalidDataException($"{executable} did not start");
        process.BeginErrorReadLine();
        process.BeginOutputReadLine();
        DashboardBrowser browser = new(process, profile);
        try
        {
            await browser.WaitUntilItDrawsAsync(page, stop);
            return browser;
        }
        catch
        {
            await browser.DisposeAsync();
            throw;
        }
    }

    /// <summary>Plots that the page drew since it was opened; 0 while it is not connected.</summary>
    public async Task<long> DrawsAsync(CancellationToken stop)
    {
        int id = ++_requested;
        byte[] question = JsonSerializer.SerializeToUtf8Bytes(
            new { id, method = "Runtime.evaluate", @params = new { expression = DrawsScript, returnByValue = true } });
        await _devTools.SendAsync(question, WebSocketMessageType.Text, true, stop);
        byte[] answer = new byte[1 << 16];
        WebSocketReceiveResult part = await _devTools.ReceiveAsync(answer, stop);
        using JsonDocument json = JsonDocument.Parse(Encoding.UTF8.GetString(answer, 0, part.Count));
        // A page that is still being loaded has no script to ask, or another answer than a number.
        return json.RootElement.TryGetProperty("result", out JsonElement outcome)
            && outcome.GetProperty("result").TryGetProperty("value", out JsonElement value)
            && value.TryGetInt64(out long draws)
                ? draws
                : 0;
    }

    public async ValueTask DisposeAsync()
    {
        _devTools.Dispose();
        if (!_process.HasExited)
            _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
        _process.Dispose();
        Directory.Delete(_profile, recursive: true);
    }

    private async Task WaitUntilItDrawsAsync(Uri page, CancellationToken stop)
    {
        long begun = Stopwatch.GetTimestamp();
        using HttpClient http = new() { Timeout = Limit };
        while (Stopwatch.GetElapsedTime(begun) < Limit)
        {
            if (_process.HasExited)
                throw new InvalidDataException($"the browser ended with exit code {_process.ExitCode}");
            await Task.Delay(PollInterval, stop);
            if (_devTools.State != WebSocketState.Open && await FindPageAsync(http, page, stop) is { } address)
                await _devTools.ConnectAsync(address, stop);
            if (_devTools.State == WebSocketState.Open && await DrawsAsync(stop) > 0)
                return;
        }

        throw new InvalidDataException($"the page drew nothing within {Limit.TotalSeconds} s");
    }

    // Chromium writes the port that it chose to a file of its profile, once it listens.
    private async Task<Uri?> FindPageAsync(HttpClient http, Uri page, CancellationToken stop)
    {
        string file = Path.Combine(_profile, "DevToolsActivePort");
        string? port = File.Exists(file) ? (await File.ReadAllLinesAsync(file, stop)).FirstOrDefault() : null;
        if (string.IsNullOrEmpty(port))
            return null;
        using JsonDocument pages =
            JsonDocument.Parse(await http.GetStringAsync(new Uri($"http://127.0.0.1:{port}/json"), stop));
        foreach (JsonElement target in pages.RootElement.EnumerateArray())
        {
            if (target.GetProperty("url").GetString()!.StartsWith(page.ToString(), StringComparison.Ordinal))
                return new Uri(target.GetProperty("webSocketDebuggerUrl").GetString()!);
        }

        return null;
    }
}
