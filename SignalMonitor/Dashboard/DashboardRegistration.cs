using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using SignalMonitor.Configuration;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Dashboard.Files;
using SignalMonitor.Dashboard.Live;

namespace SignalMonitor.Dashboard;

/// <summary>The dashboard as a list of parts: files, HTTP and live data. Without `Dashboard:Enabled` there is none of it.</summary>
internal static class DashboardRegistration
{
    /// <summary>Adds its services.</summary>
    public static IServiceCollection AddDashboard(this IServiceCollection services, MonitorOptions options) =>
        options.Dashboard.Enabled ? services.AddDashboardApi(options).AddLive(options) : services;

    /// <summary>Maps its routes, beside those that the monitor has without it.</summary>
    public static void MapDashboard(this WebApplication host)
    {
        if (!host.Services.GetRequiredService<MonitorOptions>().Dashboard.Enabled)
            return;
        host.MapDashboardFiles();
        host.MapDashboardApi();
        host.MapLive();
    }
}
