using FuncLibs.Hosting;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using SignalMonitor.Audit;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Configuration;
using SignalMonitor.Derived;
using SignalMonitor.EvaluationLogs;
using SignalMonitor.Events;
using SignalMonitor.Recorder;
using SignalMonitor.Reporting;
using SignalMonitor.Streams;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Hosting;

/// <summary>Registers signal variables and limits with the host, unless there is no database.</summary>
internal static class VariableRegistration
{
    /// <summary>Adds them. The definitions are read before any thread computes.</summary>
    public static IServiceCollection AddVariables(this IServiceCollection services, MonitorOptions options)
    {
        if (options.Database.Provider == DatabaseProvider.None)
            return services;
        services.TryAddSingleton(_ => new EventLog());
        return services
            .AddSingleton(
                provider => VariableDatabase.Open(
                    options.Database, options.State.Folder, provider.GetRequiredService<TimeProvider>())!)
            .AddSingleton(CreateCoordinator)
            .AddSingleton<EvaluationFeed>()
            .AddSingleton(provider => new AdjustmentReport(
                provider.GetRequiredService<AuditLog>(),
                provider.GetService<SavedParts>()?.Variables,
                provider.GetRequiredService<EventLog>(),
                provider.GetRequiredService<TimeProvider>(),
                provider.GetRequiredService<ILogger<AdjustmentReport>>()))
            .AddSingleton(provider => ActivatorUtilities.CreateInstance<VariableWatch>(
                provider, options.Database.Station, Taker(provider)))
            .AddHostedService<FirstLook>()
            .AddBackgroundLoop<VariableWatch>("variables", watch => watch.Run)
            .AddHostedService<SignalReport>();
    }

    private static VariableCoordinator CreateCoordinator(IServiceProvider provider)
    {
        SavedParts? saved = provider.GetService<SavedParts>();
        return new VariableCoordinator(provider.GetService<DerivedFeed>(), saved?.Variables, saved?.Alarms);
    }

    private static Action<VariableSet> Taker(IServiceProvider provider)
    {
        (VariableCoordinator variables, BreakService breaks) =
            (provider.GetRequiredService<VariableCoordinator>(), provider.GetRequiredService<BreakService>());
        RunRecorder? recorder = provider.GetService<RunRecorder>();
        return set =>
        {
            variables.Take(set);
            breaks.Take(set.EnabledBreaks);
            recorder?.Take(set);
        };
    }

    /// <summary>A monitor that cannot read its limits must not look as if it watched them: it does not start.</summary>
    private sealed class FirstLook(VariableWatch watch) : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken)
        {
            watch.Poll();
            return watch.Status.Reason is { } reason
                ? throw new StartupException(
                    $"{reason}; without a database the monitor starts with Database:Provider=none, and watches no "
                        + $"limits")
                : Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
