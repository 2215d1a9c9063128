using Benchmarks.Measuring;
using FuncLibs.Hosting;
using Launcher;
using Launcher.Children;

namespace Benchmarks.Processes;

/// <summary>A verb that measures the programs of this checkout as processes.</summary>
internal static class CheckoutBenchmark
{
    /// <summary>Measures, and writes the figures to a file.</summary>
    /// <param name="verb">Name of the verb.</param>
    /// <param name="json">The file; null none.</param>
    /// <param name="measureAsync">
    /// Does it, with the checkout. What it throws (<see cref="InvalidDataException"/>,
    /// <see cref="ChildDiedException"/>) is why there are no figures.
    /// </param>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(
        string verb, FileInfo? json, Func<string, MetricReport, Task> measureAsync)
    {
        if (Binaries.Repository is not { } repository)
        {
            await Console.Error.WriteLineAsync(
                $"benchmarks {verb}: this is not a checkout of the project; run it from there");
            return ExitCodes.CannotStart;
        }

        MetricReport report = new();
        try
        {
            await measureAsync(repository, report);
        }
        catch (Exception e) when (e is InvalidDataException or ChildDiedException)
        {
            await Console.Error.WriteLineAsync($"benchmarks {verb}: {e.Message}");
            return ExitCodes.FatalError;
        }

        if (json is not null)
            report.WriteTo(json);
        return ExitCodes.Ok;
    }
}
