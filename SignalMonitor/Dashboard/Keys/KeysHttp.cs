using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Messaging.Keys;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Web.Accounts;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Audit;
using SignalMonitor.Connections;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Http;

namespace SignalMonitor.Dashboard.Keys;

/// <summary>
/// Answers <c>GET /api/keys</c>, <c>PUT</c> and <c>DELETE /api/keys/NAME</c>, all for admins: the keys that this
/// monitor uses, and who may connect to what it publishes. Secret keys are never read, sent or taken.
/// </summary>
/// <param name="keys">The keys in force.</param>
/// <param name="connections">The connectors.</param>
/// <param name="derivedEndpoint">Where the monitor publishes; empty = nowhere.</param>
/// <param name="audit">Notes edits.</param>
internal sealed class KeysHttp(
    TransportKeys keys, MonitorConnections connections, string derivedEndpoint, AuditLog audit) : IDisposable
{
    private const string One = "/api/keys/{name}";
    private const int MaxBytes = 4096;

    // A folder of a thousand files is read for each answer: one request at a time, which orders the edits too.
    private readonly RequestGate _gate = new("keys");

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapReadAsync("/api/keys", context => _gate.Run(List, context.RequestAborted), Role.Admin);
        host.MapWriteAsync(
            HttpMethods.Put,
            One,
            MaxBytes,
            (context, body) => _gate.Run(() => Allow(context, body), context.RequestAborted),
            Role.Admin);
        host.MapWriteAsync(
            HttpMethods.Delete,
            One,
            0,
            (context, _) => _gate.Run(() => Revoke(context), context.RequestAborted),
            Role.Admin);
    }

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    private ApiAnswer List()
    {
        AllowedPeersView? allowed = keys.Allowed is null ? null : new AllowedPeers(keys.Allowed.Folder).Current;
        return ApiAnswer.Ok(
            new ListedKeys(
                keys.Own is { } own ? new ListedKey(own.Name, own.Public.Fingerprint, own.Public.ToString()) : null,
                [.. connections.All.Select(ListedServer.Create)],
                derivedEndpoint.Length > 0 ? derivedEndpoint : null,
                keys.Allowed?.Folder,
                allowed is null ? null : [.. allowed.Peers.Select(ListedPeer.Create)],
                FaultsOf(allowed),
                keys.Counts.Accepted,
                keys.Counts.Refused,
                keys.Counts.Last),
            KeysAnswerJson.Default.ListedKeys);
    }

    private static ImmutableArray<string> FaultsOf(AllowedPeersView? allowed) => allowed?.Peers.IsEmpty == true
        ? allowed.Faults.Add("no peer is allowed: nobody can connect, and the next start is refused until one is")
        : allowed?.Faults ?? [];

    private ApiAnswer Allow(HttpContext context, byte[] body)
    {
        if (FindFolder(context, out string name, out string folder) is { } refused)
            return refused;
        if (ApiBody.Parse(body, KeysBodyJson.Default.KeyRequest, out string fault) is not { } request)
            return ApiAnswer.Bad(fault);
        if (!CurveKey.TryParse(request.PublicKey.Trim(), out CurveKey? key, out string? wrong))
            return ApiAnswer.Bad($"publicKey: the key {wrong}");
        if (!AccessRightsText.TryParse(string.Join(' ', request.Rights), out AccessRights rights, out wrong))
            return ApiAnswer.Bad($"rights: the rights {wrong}");
        if (keys.Own?.Public.Equals(key) == true)
            return ApiAnswer.Bad("publicKey: that is the key of this monitor itself; take that of the peer");
        KeyFile file = new() { Name = name, Public = key, Rights = rights };
        AllowedPeersView allowed = new AllowedPeers(folder).Current;
        if (AllowedPeersEdits.FindConflict(folder, allowed, file, out _) is { } conflict)
            return ApiAnswer.Conflict(conflict);
        AuditAction noted = HttpOrigin.From(context).CreateAction(AuditActions.KeysAllow, name) with
        {
            Old = allowed.FindName(name) is { } before ? Describe(before.Key, before.Rights) : null,
            New = Describe(key, rights),
        };
        return Do(noted, () => AllowedPeersEdits.Allow(folder, file, out _));
    }

    private ApiAnswer Revoke(HttpContext context)
    {
        if (FindFolder(context, out string name, out string folder) is { } refused)
            return refused;
        if (new AllowedPeers(folder).Current.FindName(name) is not { } peer)
            return ApiAnswer.Missing($"{name} is not allowed; see /api/keys");
        AuditAction noted = HttpOrigin.From(context).CreateAction(AuditActions.KeysRevoke, name) with
        {
            Old = Describe(peer.Key, peer.Rights),
        };
        return Do(noted, () => AllowedPeersEdits.Revoke(folder, name));
    }

    // Noted before it is in force; one that then fails has a second entry.
    private ApiAnswer Do(AuditAction noted, Func<string?> edit)
    {
        if (audit.Append(noted) is { } unnoted)
            return ApiAnswer.Unavailable($"nothing was changed, because it could not be noted: {unnoted}");
        if (edit() is not { } fault)
            return List();
        audit.Append(noted.Refuse(fault));
        return ApiAnswer.Unavailable($"it was not changed: {fault}");
    }

    private ApiAnswer? FindFolder(HttpContext context, out string name, out string folder)
    {
        name = (string?)context.Request.RouteValues["name"] ?? "";
        folder = keys.Allowed?.Folder ?? "";
        if (KeyFile.FindNameFault(name) is { } wrong)
            return ApiAnswer.Bad($"'{OneLine.Format(name)}' {wrong}");
        return folder.Length > 0
            ? null
            : ApiAnswer.Conflict(
                "this monitor demands no keys of others: that needs Security:KeyFile and Security:AllowedFolder; who "
                    + "may connect to a connector is in the connector's own folder");
    }

    private static string Describe(CurveKey key, AccessRights rights) =>
        string.Create(CultureInfo.InvariantCulture, $"{key.Fingerprint}, {AccessRightsText.ToText(rights)}");
}
