using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;

namespace HardwareConnector.Control;

/// <summary>The rights of a peer to its requests, by the name of its key. Without keys every peer may do all.</summary>
public sealed class RequestAccess(TransportKeys keys)
{
    /// <summary>The right that a peer lacks for a request, in one line; null when it may.</summary>
    public string? FindMissingRight(PeerId peer, ControlOp op)
    {
        if (keys.Allowed is not { } allowed)
            return null;
        if (peer.KeyName is not { } name)
            return "the request came without a key";
        AccessRights needed = op switch
        {
            ControlOp.Hello or ControlOp.Time or ControlOp.Bye => AccessRights.None,
            ControlOp.Replay or ControlOp.Credit or ControlOp.Cancel => AccessRights.Replay,
            ControlOp.Status => AccessRights.Status,
            ControlOp.Catalogue or ControlOp.Snapshot or ControlOp.History => AccessRights.Live,

            // Refused as unsupported, with an answer, for whoever may talk to the connector at all.
            ControlOp.Unknown or ControlOp.Welcome or ControlOp.End or ControlOp.Error => AccessRights.Live,

            // A request that is not listed here needs every right.
            _ => AccessRights.All,
        };
        if (needed == AccessRights.None || allowed.Current.FindName(name)?.Rights.HasFlag(needed) == true)
            return null;
        keys.Counts.AddMissingRight(name, needed);
        return $"the key {name} lacks the right {AccessRightsText.ToText(needed)}";
    }
}
