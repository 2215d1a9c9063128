using System.Text.Json.Serialization.Metadata;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace FuncLibs.Hosting.Run;

/// <summary>Registers the run window and the summary with a host.</summary>
public static class RunRegistration
{
    /// <summary>
    /// Adds <see cref="RunWindow"/> over all registered threads, and a writer of the summary file. Needs <see cref="IBlockCount"/>.
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
