using FuncLibs.Hosting.Logging;
using FuncLibs.Hosting.Threads;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Keys;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Hosting.Security;

/// <summary>
/// Each second: reads the folder of allowed peers again when it changed, and logs the change. At most once a minute it
/// logs refusals, floods, connections beyond the limit, and that sockets are open to everyone.
/// </summary>
public sealed class AccessReport(
    TransportKeys keys, ConnectionBudget budget, TimeProvider time, ILogger<AccessReport> logger)
    : PeriodicReport(time, EverySecond)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(1);

    private long _reportedRefusals;
    private long? _refusalsAt;
    private long _reportedFloods;
    private long? _floodsAt;
    private long _reportedBeyond;
    private long? _beyondAt;
    private long? _openAt;

    /// <inheritdoc/>
    public override void Update()
    {
        if (keys.AllowInsecure && IsDue(ref _openAt, Pause))
            HostLog.OpenToAll(logger);
        if (HasGrown(keys.Counts.Floods, ref _reportedFloods, ref _floodsAt, Pause, out long floods))
            HostLog.FloodsCut(logger, floods);
        if (HasGrown(keys.Counts.BeyondLimit, ref _reportedBeyond, ref _beyondAt, Pause, out long beyond))
            HostLog.BeyondLimit(logger, beyond, budget.PerPort);
        if (keys.Allowed is not { } allowed)
            return;
        if (allowed.Reload())
            ReportAllowed(allowed.Current);
        if (HasGrown(keys.Counts.Refused, ref _reportedRefusals, ref _refusalsAt, Pause, out long refused))
            HostLog.AccessRefused(logger, refused, keys.Counts.Last ?? "");
    }

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (keys.Allowed is { } allowed)
            ReportAllowed(allowed.Current);
        return base.ExecuteAsync(stoppingToken);
    }

    private void ReportAllowed(AllowedPeersView allowed)
    {
        HostLog.PeersAllowed(logger, string.Join(", ", allowed.Peers.Select(peer => peer.Name).DefaultIfEmpty("none")));
        foreach (string fault in allowed.Faults)
            HostLog.KeyFileNotUsed(logger, fault);
    }
}

/// <summary>The keys in `/health`.</summary>
/// <param name="Keys">True when sockets that are bound demand keys.</param>
/// <param name="Fingerprint">Of the own public key; null for none.</param>
/// <param name="Allowed">Number of peers that may connect; null without keys.</param>
/// <param name="Accepted">Handshakes with an allowed key.</param>
/// <param name="Refused">Handshakes and requests that were refused.</param>
/// <param name="Cut">Connections cut because their key was revoked.</param>
/// <param name="LastRefusal">The newest refusal; null for none.</param>
/// <param name="Warnings">What needs a person: key files that cannot be used, sockets open to everyone or to
/// nobody.</param>
public sealed record SecurityHealth(
    bool Keys,
    string? Fingerprint,
    int? Allowed,
    long Accepted,
    long Refused,
    long Cut,
    string? LastRefusal,
    IReadOnlyList<string> Warnings)
{
    private const string Open =
        "Security:AllowInsecure is true: anyone on the network can read the data and send requests";

    private const string NoPeer =
        " allows no peer, so nobody can connect: allow one with `keys allow FILE.pub`, or set the folder right";

    private const string Full =
        "a port has as many connections as it takes, and ends new ones: raise the limit of open files (ulimit -n), or "
            + "find who connects";

    /// <summary>Connections cut because the peer sent more than a consumer does.</summary>
    public long Floods { get; init; }

    /// <summary>Connections ended because their port has as many as it takes.</summary>
    public long BeyondLimit { get; init; }

    /// <summary>True without keys while nothing was refused or cut and nothing needs a person.</summary>
    internal bool HasNothingToSay => Fingerprint is null && Floods + BeyondLimit == 0 && Warnings.Count == 0;

    /// <summary>Warnings of what is wrong, which an option does not allow on purpose.</summary>
    public static IReadOnlyList<string> FindFaults(TransportKeys keys)
    {
        AllowedPeersView? allowed = keys.Allowed?.Current;
        List<string> faults = [.. allowed?.Faults ?? []];
        if (allowed?.Peers.IsEmpty == true)
            faults.Add($"folder {keys.Allowed!.Folder}{NoPeer}");
        if (keys.Counts.FullSockets > 0)
            faults.Add(Full);
        if (keys.Counts.Fault is { } fault)
            faults.Add($"keys are not checked any more ({fault}), so nobody can connect: restart this program");
        return faults;
    }

    /// <summary>Creates it from the keys of the process.</summary>
    public static SecurityHealth Create(TransportKeys keys)
    {
        AllowedPeersView? allowed = keys.Allowed?.Current;
        return new SecurityHealth(
            allowed is not null,
            keys.Own?.Public.Fingerprint,
            allowed?.Peers.Length,
            keys.Counts.Accepted,
            keys.Counts.Refused,
            keys.Counts.Cut,
            keys.Counts.Last,
            [.. keys.AllowInsecure ? [Open] : Array.Empty<string>(), .. FindFaults(keys)])
        {
            Floods = keys.Counts.Floods,
            BeyondLimit = keys.Counts.BeyondLimit,
        };
    }
}
