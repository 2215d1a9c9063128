using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Hosting.Systemd;

namespace FuncLibs.Hosting.Supervision;

/// <summary>Registers what a program needs as a service of systemd or of Windows; nothing in a terminal.</summary>
internal static class ServiceRegistration
{
    /// <summary>
    /// Adds it: readiness and stop are told to the service manager, and its watchdog is fed. As a Windows service the
    /// lifetime is that of the service, and warnings also go to the event log.
    /// </summary>
    public static IServiceCollection AddServiceManager(this IServiceCollection services, ServiceManager manager)
    {
        services.AddWindowsService();
        if (!manager.Notifier.IsEnabled)
            return services;
        services.AddSingleton(manager).AddHostedService<ReadinessNotice>();
        return manager.WatchdogTimeout is null ? services : services.AddHostedService<Watchdog>();
    }

    /// <summary>
    /// Tells the service manager when everything has started and when the stop begins. Another program than systemd
    /// may be listening: nobody answers.
    /// </summary>
    private sealed class ReadinessNotice(ServiceManager manager, IHostApplicationLifetime lifetime) : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken)
        {
            lifetime.ApplicationStarted.Register(() => manager.Notifier.Notify(ServiceState.Ready));
            lifetime.ApplicationStopping.Register(() => manager.Notifier.Notify(ServiceState.Stopping));
            return Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
