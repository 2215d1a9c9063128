using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using SignalMonitor.Breaks;
using SignalMonitor.Captures;
using SignalMonitor.Configuration;
using SignalMonitor.Reporting;
using SignalMonitor.Streams;

namespace SignalMonitor.Hosting;

/// <summary>Registers break triggers with the host, when there are any or a database may have some.</summary>
internal static class BreakRegistration
{
    private const long BytesPerMegabyte = 1_000_000;

    /// <summary>Adds them. Before the compute threads, so that what those deliver last is written; after the
    /// publisher of derived values, so that it still announces them.</summary>
    public static IServiceCollection AddBreaks(this IServiceCollection services, MonitorOptions options)
    {
        if (options.Breaks.Length == 0 && !options.HasDatabase)
            return services;
        return services
            .AddSingleton(provider => new BreakService(options.Breaks, provider.GetService<SavedParts>()?.Breaks))
            .AddSingleton<BreakBoard>()
            .AddSingleton(provider => new CaptureLoop(
                provider.GetRequiredService<BreakService>(),
                options.Captures.FolderIn(options.State.Folder),
                options.Captures.MaxMegabytes * BytesPerMegabyte,
                provider.GetRequiredService<TimeProvider>(),
                provider.GetRequiredService<ILogger<CaptureLoop>>()))
            .AddBackgroundLoop<CaptureLoop>("captures", loop => loop.Run)
            .AddHostedService<BreakReport>();
    }
}
