using System.Text.Json;
using Benchmarks.Measuring;
using Benchmarks.Outages;
using Benchmarks.Processes;

namespace Benchmarks.Dashboard;

/// <summary>
/// The reference rig, a connector and a monitor as processes; rounds of two windows, one with nine clients of which one
/// never reads and a Chromium where one is installed, one with none, in turns first. The clients run in this process,
/// all on the same processors.
/// </summary>
internal sealed class DashboardRun(
    string repository, int rounds, double seconds, MetricReport report, CancellationToken stop)
    : IDisposable
{
    private const int Clients = 9;
    private const int Signals = 64;
    private const double RateHz = 30_000;
    private static readonly TimeSpan Settle = TimeSpan.FromSeconds(3);

    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(10) };
    private readonly List<double> _lagsMs = [];
    private readonly List<double> _drawsPerS = [];
    private long _buckets;

    /// <summary>Does it.</summary>
    /// <exception cref="InvalidDataException">A process died, a block was lost or a bucket was wrong: nothing was
    /// measured.</exception>
    public async Task RunAsync()
    {
        using RunFolder folder = new(repository, "dashboard");
        await using RunningRig rig =
            await RunningRig.StartAsync(repository, folder.Path, "reference", monitors: 1, stop);
        RunningMonitor monitor = rig.Monitors[0];
        string[] signals = await SignalsAsync(monitor);
        await Task.Delay(Settle + Settle, stop);
        List<DashboardWindow> without = [];
        List<DashboardWindow> with = [];
        for (int round = 0; round < rounds; round++)
        {
            for (int turn = 0; turn < 2; turn++)
            {
                bool isWith = (round + turn) % 2 == 1;
                (isWith ? with : without).Add(await MeasureAsync(monitor, isWith ? signals : [], folder.Path));
                rig.CheckAlive();
            }
        }

        MonitorAccount account = await rig.WaitAsync(monitor, account => account.IsWhole, TimeSpan.FromSeconds(10));
        if (account.DeclaredLost > 0)
            throw new InvalidDataException($"blocks were lost: {account}");
        Report(without, with);
    }

    public void Dispose() => _http.Dispose();

    private async Task<DashboardWindow> MeasureAsync(RunningMonitor monitor, string[] signals, string folder)
    {
        List<LiveClient> clients = [];
        DashboardBrowser? browser = null;
        try
        {
            Uri live = new UriBuilder(monitor.Health) { Scheme = "ws", Path = "/live" }.Uri;
            for (int i = 0; i < Clients && signals.Length > 0; i++)
                clients.Add(await LiveClient.StartAsync(live, signals, RateHz, isStalled: i == 0, stop));
            Uri page = new(monitor.Health, "/");
            if (signals.Length > 0 && DashboardBrowser.Executable is { } executable)
                browser = await DashboardBrowser.StartAsync(executable, page, Path.Combine(folder, "browser"), stop);
            await Task.Delay(Settle, stop);
            long drawn = browser is null ? 0 : await browser.DrawsAsync(stop);
            DashboardWindow window =
                await DashboardWindow.MeasureAsync(monitor.Process.Id, () => HealthAsync(monitor), seconds, stop);
            JsonElement stream = (await HealthAsync(monitor)).GetProperty("streams")[0];
            long lost =
                stream.GetProperty("lostBeforeSequence").GetInt64() + stream.GetProperty("declaredLost").GetInt64();
            if (lost > 0)
                throw new InvalidDataException(
                    $"{lost} samples or blocks never came to the monitor: the machine has too much else to do");
            foreach (LiveClient client in clients.Skip(1))
                Check(client);
            if (browser is not null)
                Check(await browser.DrawsAsync(stop) - drawn);
            return window;
        }
        finally
        {
            if (browser is not null)
                await browser.DisposeAsync();
            foreach (LiveClient client in clients)
                await client.DisposeAsync();
        }
    }

    // A page that lost its monitor draws nothing.
    private void Check(long draws)
    {
        if (draws < seconds)
            throw new InvalidDataException($"the page in the browser drew {draws} plots in {seconds} s");
        _drawsPerS.Add(draws / seconds);
    }

    private void Check(LiveClient client)
    {
        if (client.Fault is { } fault)
            throw new InvalidDataException($"a client ended: {fault}");
        if (client.Wrong > 0 || client.Buckets < seconds * Signals || client.Dropped > 0)
        {
            throw new InvalidDataException(
                $"a client got {client.Batches} batches of {client.Bytes} bytes with {client.Buckets} whole buckets, "
                    + $"{client.Wrong} of them with another number of samples than the rate gives; "
                + $"{client.Dropped} blocks were dropped, {client.Coarser} sections were coarser");
        }

        _lagsMs.AddRange(client.LagsMs);
        _buckets += client.Buckets;
    }

    private async Task<string[]> SignalsAsync(RunningMonitor monitor)
    {
        using JsonDocument catalogue =
            JsonDocument.Parse(await _http.GetStringAsync(new Uri(monitor.Health, "/api/catalogue"), stop));
        string[] names =
        [
            .. catalogue.RootElement.GetProperty("streams")[0].GetProperty("signals").EnumerateArray()
                .Where(
                    signal => signal.GetProperty("rateHz").GetDouble().Equals(RateHz)
                        && signal.GetProperty("group").GetString() == "servo")
                .Select(signal => signal.GetProperty("name").GetString()!)
                .Take(Signals),
        ];
        return names.Length == Signals
            ? names
            : throw new InvalidDataException($"the rig has {names.Length} signals of {RateHz} Hz, not {Signals}");
    }

    private async Task<JsonElement> HealthAsync(RunningMonitor monitor) =>
        JsonSerializer.Deserialize<JsonElement>(await _http.GetStringAsync(monitor.Health, stop));

    private void Report(List<DashboardWindow> without, List<DashboardWindow> with)
    {
        Add("receive", "us/block", window => window.ReceiveUs);
        Add("compute", "us/block", window => window.ComputeUs);
        Add("latency.p50", "us", window => window.P50Us);
        Add("latency.p99", "us", window => window.P99Us);
        report.Add(
            "dashboard.live-thread", 100 * Median.Get(with.Select(window => window.LiveShare)), "% of a processor");
        report.Add("dashboard.memory.first", with[0].MemoryMiB, "MiB");
        report.Add("dashboard.memory.last", with[^1].MemoryMiB, "MiB");
        _lagsMs.Sort();
        report.Add("dashboard.lag.p50", _lagsMs[_lagsMs.Count / 2], "ms, block due to batch at a client");
        report.Add("dashboard.lag.p95", _lagsMs[_lagsMs.Count * 95 / 100], "ms (goal of block to pixel: <= 150)");
        if (_drawsPerS.Count == 0)
            report.Add("dashboard.chromium", 0, "no Chromium is installed: without a page in a browser");
        else
            report.Add(
                "dashboard.chromium.draws",
                Median.Get(_drawsPerS),
                "plots drawn a second by the page in Chromium beside the clients");
        report.Add("dashboard.buckets", _buckets, "whole buckets, each with all its samples");

        void Add(string name, string unit, Func<DashboardWindow, double> value)
        {
            report.Add($"dashboard.{name}.without", Median.Get(without.Select(value)), unit);
            report.Add($"dashboard.{name}.with", Median.Get(with.Select(value)), unit);
            report.Add($"dashboard.{name}.ratio", Median.OfRatios(with.Select(value), without.Select(value)), "times");
        }
    }
}
