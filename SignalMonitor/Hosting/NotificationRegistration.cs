using FuncLibs.Hosting.State;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using SignalMonitor.Configuration;
using SignalMonitor.Health;
using SignalMonitor.Notifications;
using SignalMonitor.Notifications.Targets;
using SignalMonitor.OtherMonitors;
using SignalMonitor.Reporting;

namespace SignalMonitor.Hosting;

/// <summary>Registers notifications, and what looks for something to tell, with the host.</summary>
internal static class NotificationRegistration
{
    /// <summary>Adds them; targets and watched monitors only when there are any.</summary>
    public static IServiceCollection AddNotifications(this IServiceCollection services, MonitorOptions options)
    {
        services
            .AddSingleton(options.Notifications)
            .AddSingleton(provider => new FreeSpace(
                provider.GetRequiredService<StateFolder>().Files, options.Health.MinFreeMegabytes))
            .AddHostedService<TroubleReport>();
        if (options.Notifications.Any)
            services
                .AddSingleton(provider => new Notifier(
                    TargetFactory.Create(options.Notifications),
                    options.Notifications,
                    new NotificationStore(provider.GetRequiredService<StateFolder>().Files),
                    new TargetSettingsStore(provider.GetRequiredService<StateFolder>().Files),
                    options.Client.NameFor(Environment.MachineName, options.State.Folder),
                    provider.GetRequiredService<TimeProvider>(),
                    provider.GetRequiredService<ILogger<Notifier>>()))
                .AddHostedService(provider => provider.GetRequiredService<Notifier>());
        if (options.Watch.Monitors.Length > 0)
            services
                .AddSingleton(provider => new OtherMonitorWatch(
                    options.Watch,
                    provider.GetRequiredService<TimeProvider>(),
                    provider.GetRequiredService<ILogger<OtherMonitorWatch>>()))
                .AddHostedService(provider => provider.GetRequiredService<OtherMonitorWatch>());
        return services;
    }
}
