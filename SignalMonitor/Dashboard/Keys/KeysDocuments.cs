using System.Text.Json.Serialization;
using FuncLibs.Messaging.Keys;
using SignalMonitor.Connections;

namespace SignalMonitor.Dashboard.Keys;

/// <summary>The keys of a monitor. None of them is secret.</summary>
/// <param name="Own">Its own key; null = it has none.</param>
/// <param name="Connections">The connectors, in the order of the configuration.</param>
/// <param name="Endpoint">Where it publishes itself; null = nowhere.</param>
/// <param name="Folder">Folder of the peers that may connect there; null = it demands no keys.</param>
/// <param name="Allowed">These peers; null = it demands no keys.</param>
/// <param name="Faults">A line for each file that cannot be used, and for a folder that allows nobody.</param>
/// <param name="Accepted">Handshakes with an allowed key.</param>
/// <param name="Refused">Handshakes and requests that were refused.</param>
/// <param name="LastRefusal">The newest refusal; null = none.</param>
internal sealed record ListedKeys(
    ListedKey? Own,
    IReadOnlyList<ListedServer> Connections,
    string? Endpoint,
    string? Folder,
    IReadOnlyList<ListedPeer>? Allowed,
    IReadOnlyList<string> Faults,
    long Accepted,
    long Refused,
    string? LastRefusal);

/// <summary>A public key.</summary>
internal sealed record ListedKey(string Name, string Fingerprint, string PublicKey);

/// <summary>A connector, and the key that it must have.</summary>
/// <param name="Endpoint">Where it publishes.</param>
/// <param name="Fingerprint">Of its key; null = a connection without keys.</param>
internal sealed record ListedServer(string Endpoint, string? Fingerprint)
{
    public static ListedServer Create(MonitorConnection connection) =>
        new(connection.Endpoint, connection.ServerKey?.Fingerprint);
}

/// <summary>A peer that may connect.</summary>
internal sealed record ListedPeer(string Name, string Fingerprint, IReadOnlyList<string> Rights)
{
    public static ListedPeer Create(AllowedPeer peer) =>
        new(peer.Name, peer.Key.Fingerprint, AccessRightsText.ToText(peer.Rights).Split(' '));
}

/// <summary>A key that is to be allowed.</summary>
/// <param name="PublicKey">40 characters of Z85.</param>
/// <param name="Rights">What its owner may do: live, replay, status.</param>
internal sealed record KeyRequest(string PublicKey, IReadOnlyList<string> Rights);

/// <summary>Source-generated writer of keys.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ListedKeys))]
internal sealed partial class KeysAnswerJson : JsonSerializerContext;

/// <summary>Reads the body; a member that is not known is refused.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(KeyRequest))]
internal sealed partial class KeysBodyJson : JsonSerializerContext;
