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
using SignalMonitor.Events;
using SignalMonitor.Recorder;
using SignalMonitor.Reporting;
using SignalMonitor.Streams;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Hosting;

/// <summary>Registers signal variables and limits with the host, unless no station has a database.</summary>
internal static class VariableRegistration
{
    /// <summary>Adds them. The definitions are read before any thread computes.</summary>
    public static IServiceCollection AddVariables(this IServiceCollection services, MonitorOptions options)
    {
        if (!options.HasDatabase)
            return services;
        services.TryAddSingleton(_ => new EventLog());
        services
            .AddSingleton(CreateCoordinator)
            .AddSingleton(provider => new AdjustmentReport(
                provider.GetRequiredService<AuditLog>(),
                provider.GetService<SavedParts>()?.Variables,
                provider.GetRequiredService<EventLog>(),
                provider.GetRequiredService<TimeProvider>(),
                provider.GetRequiredService<ILogger<AdjustmentReport>>()))
            .AddSingleton(provider => CreateWatches(provider, options))
            .AddHostedService<FirstLook>();
        int databases = DatabasesOf(options).Count;
        for (int i = 0; i < databases; i++)
        {
            int index = i;
            services.AddBackgroundLoop<VariableWatches>(
                databases > 1 ? $"variables {index}" : "variables", watches => watches.Databases[index].Run);
        }

        return services.AddHostedService<SignalReport>();
    }

    private static VariableCoordinator CreateCoordinator(IServiceProvider provider)
    {
        SavedParts? saved = provider.GetService<SavedParts>();
        return new VariableCoordinator(provider.GetService<DerivedFeed>(), saved?.Variables, saved?.Alarms);
    }

    // Stations in one database share its connection: forty stations are not forty connections.
    private static List<List<FollowedStation>> DatabasesOf(MonitorOptions options)
    {
        List<List<FollowedStation>> databases = [];
        foreach (FollowedStation station in FollowedStation.From(options)
            .Where(station => station.Database.Provider != DatabaseProvider.None))
        {
            List<FollowedStation>? same = databases.Find(
                stations => FollowedStation.AreOne(stations[0].Database, station.Database, options.State.Folder));
            if (same is null)
                databases.Add([station]);
            else
                same.Add(station);
        }

        return databases;
    }

    private static VariableWatches CreateWatches(IServiceProvider provider, MonitorOptions options)
    {
        TimeProvider time = provider.GetRequiredService<TimeProvider>();
        List<DatabaseWatch> databases = [];
        foreach (List<FollowedStation> stations in DatabasesOf(options))
        {
            IVariableRepository repository =
                VariableDatabase.Open(stations[0].Database, options.State.Folder, time)!;
            databases.Add(new DatabaseWatch(
                repository,
                [
                    .. stations.Select(station => new VariableWatch(
                        repository, station.Name, time, Taker(provider, station.Name))),
                ]));
        }

        return new VariableWatches(
            databases, [.. FollowedStation.From(options).Select(station => station.Name)]);
    }

    private static Action<VariableSet> Taker(IServiceProvider provider, string station)
    {
        (VariableCoordinator variables, BreakService breaks) =
            (provider.GetRequiredService<VariableCoordinator>(), provider.GetRequiredService<BreakService>());
        RunRecorder? recorder = provider.GetService<RunRecorders>()?.Find(station);
        return set =>
        {
            variables.Take(set);
            breaks.Take(set.EnabledBreaks, station);
            recorder?.Take(set);
        };
    }

    /// <summary>A monitor that cannot read its limits must not look as if it watched them: it does not start.</summary>
    private sealed class FirstLook(VariableWatches watches) : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken)
        {
            foreach (DatabaseWatch database in watches.Databases)
                database.Poll();
            return watches.All.FirstOrDefault(watch => watch.Status.Reason is not null) is { } away
                ? throw new StartupException(
                    $"{(watches.All.Count > 1 ? $"station {away.Station}: " : "")}{away.Status.Reason}; without a "
                        + $"database {(watches.All.Count > 1 ? "the station" : "the monitor")} starts with "
                        + $"{(watches.All.Count > 1 ? "Connections:N:" : "")}Database:Provider=none, and watches no "
                        + "limits")
                : Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
