using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using SignalMonitor.Breaks;
using SignalMonitor.Breaks.Captures;
using SignalMonitor.Configuration;
using SignalMonitor.Saving;

namespace SignalMonitor.Hosting.Signals;

/// <summary>Registers break triggers with the host, when there are any or a database may have some.</summary>
internal static class BreakRegistration
{
    private const string FolderName = "captures";
    private const long BytesPerMegabyte = 1_000_000;

    /// <summary>Full path of the folder of captures; it may be missing.</summary>
    public static string FolderOf(MonitorOptions options) => Path.GetFullPath(
        options.Captures.Folder.Length > 0 ? options.Captures.Folder : Path.Combine(options.State.Folder, FolderName));

    /// <summary>Adds them. Before the compute threads, so that what those hand over at last is written; behind the publisher of derived
    /// values, so that it still says so.</summary>
    public static IServiceCollection AddBreaks(this IServiceCollection services, MonitorOptions options)
    {
        if (options.Breaks.Length == 0 && options.Database.Provider == DatabaseProvider.None)
            return services;
        return services
            .AddSingleton(provider => new BreakDesk(options.Breaks, provider.GetService<SavedParts>()))
            .AddSingleton<BreakBoard>()
            .AddSingleton(provider => new CaptureLoop(
                provider.GetRequiredService<BreakDesk>(),
                FolderOf(options),
                options.Captures.MaxMegabytes * BytesPerMegabyte,
                provider.GetRequiredService<TimeProvider>(),
                provider.GetRequiredService<ILogger<CaptureLoop>>()))
            .AddSideLoop<CaptureLoop>("captures", loop => loop.Run)
            .AddHostedService<BreakReport>();
    }
}
