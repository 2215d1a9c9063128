using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.DependencyInjection;
using SignalMonitor.Configuration;
using SignalMonitor.Exporting.Jobs;

namespace SignalMonitor.Hosting;

/// <summary>Registers the exports that are asked for over HTTP, with the thread that writes them.</summary>
internal static class ExportRegistration
{
    /// <summary>Adds them, when there is a dashboard to ask.</summary>
    public static IServiceCollection AddExports(this IServiceCollection services, MonitorOptions options) =>
        !options.Dashboard.Enabled ? services : services
            .AddSingleton(_ => new ExportJobs(
                Path.GetFullPath(Path.Combine(options.State.Folder, ExportJobOptions.FolderName)),
                options.Recordings,
                options.Exports))
            .AddBackgroundLoop<ExportJobs>("exports", jobs => jobs.Run);
}
