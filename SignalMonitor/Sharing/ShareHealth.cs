using System.Text.Json.Serialization;

namespace SignalMonitor.Sharing;

/// <summary>`/health` of the verb `share`: every shared station as this monitor sees it.</summary>
/// <param name="Status">`ok`, or `degraded` when this monitor cannot take part in a station.</param>
/// <param name="Folder">The folder that all monitors see.</param>
/// <param name="Machine">Name of this one.</param>
/// <param name="Share">Stations that it should have; 0 while it takes part in none.</param>
/// <param name="Stations">The stations, in the order of configuration.</param>
internal sealed record ShareHealth(
    string Status, string Folder, string Machine, int Share, IReadOnlyList<SharedStationStatus> Stations)
{
    /// <summary>As it is now.</summary>
    public static ShareHealth From(SharingPlan plan, IReadOnlyList<SharedStation> stations)
    {
        SharedStationStatus[] all = [.. stations.Select(station => station.Status)];
        return new ShareHealth(
            all.Any(one => one.Fault is not null) ? "degraded" : "ok",
            plan.Folder,
            plan.Machine,
            FairShare.OfStations(all),
            all);
    }
}

/// <summary>Generated JSON of it.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ShareHealth))]
internal sealed partial class ShareHealthJson : JsonSerializerContext;
