using System.Diagnostics;
using System.Text.Json;
using Benchmarks.Measuring;
using Launcher;

namespace Benchmarks.Start;

/// <summary>
/// One run of <c>run.sh</c> in a clone, timed from its start to the first live values at the address that it prints.
/// </summary>
internal static class ScriptRun
{
    private const string Seconds = "3";
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(10);

    /// <summary>Runs it and reports the figures.</summary>
    /// <exception cref="InvalidDataException">No values came, a block was lost, or the run failed: that is no
    /// measurement.</exception>
    public static async Task MeasureAsync(FreshClone clone, string name, MetricReport report, CancellationToken stop)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(Limit);
        long started = Stopwatch.GetTimestamp();
        using Process script = clone.Start("--for", Seconds, "--json");
        try
        {
            Task<string> output = script.StandardOutput.ReadToEndAsync(limit.Token);
            string values = await AddressAsync(script, limit.Token);
            double firstValueMs = await LiveAsync(values, script, limit.Token);
            report.Add($"{name}.live", Stopwatch.GetElapsedTime(started).TotalSeconds, "s");
            report.Add($"{name}.first-block", firstValueMs, "ms");
            string errors = await script.StandardError.ReadToEndAsync(limit.Token);
            await script.WaitForExitAsync(limit.Token);
            Account((await output).TrimEnd().Split('\n')[^1], errors, script.ExitCode, name, report);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new InvalidDataException($"{name}: run.sh was not done within {Limit.TotalMinutes} minutes");
        }
        finally
        {
            script.Kill(entireProcessTree: true);
        }
    }

    // Everything that it prints before goes to the user.
    private static async Task<string> AddressAsync(Process script, CancellationToken stop)
    {
        while (await script.StandardError.ReadLineAsync(stop) is { } line)
        {
            if (line.StartsWith(FirstSteps.Values + ' ', StringComparison.Ordinal))
                return line[FirstSteps.Values.Length..].Trim();
            await Console.Error.WriteLineAsync(line);
        }

        throw new InvalidDataException("run.sh ended before it named an address");
    }

    /// <summary>
    /// Waits until a channel has a value; returns how long the monitor took from its sockets to the first one, in ms.
    /// </summary>
    private static async Task<double> LiveAsync(string address, Process script, CancellationToken stop)
    {
        using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(5) };
        while (!await HasValuesAsync(http, address, stop))
        {
            if (script.HasExited)
                throw new InvalidDataException("run.sh ended before values were live");
            await Task.Delay(Pause, stop);
        }

        using JsonDocument health =
            JsonDocument.Parse(await http.GetStringAsync(new Uri(new Uri(address), "/health"), stop));
        return health.RootElement.GetProperty("streams")[0].GetProperty("firstValueMs").GetDouble();
    }

    private static async Task<bool> HasValuesAsync(HttpClient http, string address, CancellationToken stop)
    {
        try
        {
            using HttpResponseMessage answer = await http.GetAsync(new Uri(address), stop);
            if (!answer.IsSuccessStatusCode)
                return false;
            using JsonDocument snapshot = JsonDocument.Parse(await answer.Content.ReadAsStringAsync(stop));
            return snapshot.RootElement.GetProperty("channels").GetArrayLength() > 0;
        }
        catch (HttpRequestException)
        {
            // Nobody listens yet.
            return false;
        }
    }

    private static void Account(string lastLine, string errors, int exitCode, string name, MetricReport report)
    {
        if (exitCode != 0)
            throw new InvalidDataException($"{name}: run.sh ended with exit code {exitCode}: {errors}");
        using JsonDocument account = JsonDocument.Parse(lastLine);
        long Count(string key) => account.RootElement.GetProperty(key).GetInt64();
        report.Add($"{name}.delivered", Count("delivered"), "blocks");
        if (Count("delivered") == 0 || Count("delivered") != Count("published"))
            throw new InvalidDataException(
                $"{name}: {Count("delivered")} of {Count("published")} published blocks were delivered");
    }
}
