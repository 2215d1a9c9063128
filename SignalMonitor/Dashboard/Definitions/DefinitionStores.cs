using FuncLibs.Runtime.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Configuration;
using SignalMonitor.Variables;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>The definitions of all stations that the monitor follows.</summary>
/// <param name="all">One for each station, in the order of their connections; disposed with it.</param>
/// <param name="databases">The databases that they are in; disposed with it.</param>
internal sealed class DefinitionStores(
    IReadOnlyList<DefinitionStore> all, IReadOnlyList<SharedDatabase>? databases = null) : IDisposable
{
    /// <summary>The stations.</summary>
    public IReadOnlyList<DefinitionStore> All => all;

    /// <summary>Opens nothing yet; stations in one database share a connection.</summary>
    /// <param name="options">The stations.</param>
    /// <param name="time">For the times of edits.</param>
    /// <param name="coordinator">The streams that formulas are for; null without a database.</param>
    /// <param name="audit">Notes edits.</param>
    /// <param name="logger">Told when the stop of a run is not noted.</param>
    public static DefinitionStores Create(
        MonitorOptions options,
        TimeProvider time,
        VariableCoordinator? coordinator,
        AuditLog audit,
        ILogger<DefinitionStore> logger)
    {
        IReadOnlyList<FollowedStation> stations = FollowedStation.From(options);
        List<(DatabaseOptions Options, SharedDatabase Database)> databases = [];
        List<DefinitionStore> stores = [];
        foreach (FollowedStation station in stations)
        {
            int known = databases.FindIndex(
                one => FollowedStation.AreOne(one.Options, station.Database, options.State.Folder));
            if (known < 0)
            {
                known = databases.Count;
                databases.Add((
                    station.Database,
                    new SharedDatabase(VariableDatabase.Open(station.Database, options.State.Folder, time))));
            }

            stores.Add(new DefinitionStore(
                station.Name,
                options.State.Folder,
                databases[known].Database,
                coordinator,
                audit,
                logger,
                stations.Count > 1));
        }

        return new DefinitionStores(stores, [.. databases.Select(one => one.Database)]);
    }

    /// <summary>
    /// The station that a request names with `station=`, or with the name of a stream of it,
    /// <c>stream=SITE/RIG/NAME</c>; or the first.
    /// </summary>
    /// <param name="context">The request.</param>
    /// <param name="fault">Why there is none, in one line; empty when there is.</param>
    public DefinitionStore? Find(HttpContext context, out string fault)
    {
        string name = context.Request.Query["station"].ToString();
        string stream = context.Request.Query["stream"].ToString();
        if (name.Length == 0 && stream.LastIndexOf('/') is > 0 and var end)
            name = stream[..end];
        DefinitionStore? found = name.Length == 0 ? all[0] : Find(name);
        fault = found is null ? WhyUnknown(name) : "";
        return found;
    }

    /// <summary>A station; null when it is not followed.</summary>
    /// <param name="station">Site/rig; empty = the first.</param>
    public DefinitionStore? Find(string station) =>
        all.FirstOrDefault(store => station.Length == 0 || store.Station == station);

    /// <summary>What is said of a station that is not followed.</summary>
    public string WhyUnknown(string name) => $"this monitor does not follow station '{OneLine.Format(name)}'"
        + $"{Suggestion.For(name, all.Select(store => store.Station))}; it follows "
        + string.Join(", ", all.Select(store => store.Station));

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (DefinitionStore store in all)
            store.Dispose();
        foreach (SharedDatabase database in databases ?? [])
            database.Dispose();
    }
}
