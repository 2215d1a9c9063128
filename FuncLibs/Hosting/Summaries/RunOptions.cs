using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Text.Json.Serialization.Metadata;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace FuncLibs.Hosting.Summaries;

/// <summary>Section `Run`: duration of the run, supervision, and the summary file.</summary>
public sealed class RunOptions
{
    /// <summary>Default of <see cref="WarmupSeconds"/>.</summary>
    public const double DefaultWarmupSeconds = 5;

    /// <summary>File for the run summary as JSON, written when the process stops; empty = none.</summary>
    [Description("file for the run summary")]
    public string SummaryFile { get; set; } = "";

    /// <summary>
    /// File that also receives the `listening` lines, for a supervisor that leaves standard output to the user; empty =
    /// none.
    /// </summary>
    [Description("file for the listening lines")]
    public string ListeningFile { get; set; } = "";

    /// <summary>Seconds from start that the summary excludes; 0 to 3600.</summary>
    [Description("seconds from start that the summary does not count")]
    [Range(0.0, 3600.0)]
    public double WarmupSeconds { get; set; } = DefaultWarmupSeconds;

    /// <summary>
    /// Another process decides when to stop: SIGINT (which a terminal sends to the whole group) is ignored, and the
    /// process stops when its standard input closes, so it cannot outlive its supervisor.
    /// </summary>
    [Description("stop when standard input closes, ignore SIGINT")]
    public bool Supervised { get; set; }

    /// <summary>Seconds to run after warm-up, up to 31 days; 0 = until stopped.</summary>
    [Description("seconds to run after warm-up, 0 = until stopped")]
    [Range(0.0, 2678400.0)]
    public double For { get; set; }
}

/// <summary>Registers the run window and the summary with a host.</summary>
public static class RunRegistration
{
    /// <summary>
    /// Adds <see cref="RunWindow"/> over all registered threads, and a writer of the summary file. Needs
    /// <see cref="IBlockCount"/>.
    /// </summary>
    public static IServiceCollection AddRunSummary<T>(
        this IServiceCollection services, Func<IServiceProvider, T> summary, JsonTypeInfo<T> type) => services
        .AddSingleton(provider => new RunWindow(
            provider.GetRequiredService<RunOptions>(),
            [.. provider.GetServices<LoopThread>()],
            provider.GetRequiredService<IBlockCount>(),
            [.. provider.GetServices<IWarmupEnd>()],
            provider.GetRequiredService<TimeProvider>()))
        .AddSingleton<IHostedService>(provider => provider.GetRequiredService<RunWindow>())
        .AddSingleton<IHostedService>(provider => new SummaryWriter<T>(
            provider.GetRequiredService<RunOptions>(), () => summary(provider), type));
}
