using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using SignalMonitor.Dashboard.Files;
using SignalMonitor.Dashboard.Live;
using SignalMonitor.Recordings;

namespace SignalMonitor.Dashboard;

/// <summary>
/// The dashboard as a list of parts: files, HTTP and live data. Without `Dashboard:Enabled` there is none of it.
/// </summary>
internal static class DashboardRegistration
{
    /// <summary>Adds its services; the folders hold layouts, captures and recordings.</summary>
    public static IServiceCollection AddDashboard(
        this IServiceCollection services,
        DashboardOptions options,
        string stateFolder,
        string captureFolder,
        RecordingRoots recordings,
        string derivedEndpoint) => options.Enabled
            ? services.AddDashboardApi(stateFolder, captureFolder, recordings, derivedEndpoint)
                .AddLive(options.MaxBrowsers)
            : services;

    /// <summary>Maps its routes, beside those that the monitor has without it.</summary>
    public static void MapDashboard(this WebApplication host, DashboardOptions options)
    {
        if (!options.Enabled)
            return;
        host.MapDashboardFiles();
        host.MapDashboardApi();
        host.MapLive();
    }
}
