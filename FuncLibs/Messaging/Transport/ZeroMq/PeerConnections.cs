using System.Buffers.Text;
using FuncLibs.Messaging.Keys;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// The connections of a bound socket with keys, by the messages that came on them, so that one can be cut when its key
/// is revoked: libzmq has no call for that. Owned by the thread of the socket.
/// </summary>
/// <remarks>
/// Each message has as properties the <see cref="PeerUser"/> that <see cref="ZapServer"/> gave the peer, and the
/// descriptor of its connection. A descriptor may be another connection's by the time of a cut; the kernel's cookie of
/// the connection tells them apart. A peer that has sent nothing is not known here, and gets nothing: its first
/// subscription or request makes it known.
/// </remarks>
internal sealed unsafe class PeerConnections(AllowedPeers allowed, AccessRights needed, AccessCounts counts)
{
    private const int MaxConnections = 4096;

    private readonly Dictionary<int, Connection> _byDescriptor = [];
    private long _version = allowed.Current.Version;

    /// <summary>Notes the connection of a message and returns the name of its peer.</summary>
    /// <returns>Null for a peer without a name, or one that is not allowed any more: its connection is cut.</returns>
    public string? Note(ZeroMqMessage* message)
    {
        if (!TryReadDescriptor(message, out int descriptor))
            return null;
        ReadOnlySpan<byte> user = Property(message, "User-Id"u8);
        ulong cookie = SocketCookie.Read(descriptor);
        bool known = _byDescriptor.TryGetValue(descriptor, out Connection connection)
            && connection.Cookie == cookie && user.SequenceEqual(connection.User);
        if (!known)
        {
            if (!PeerUser.TryRead(user, out string? name, out CurveKey? key))
                return null;
            if (_byDescriptor.Count >= MaxConnections)
                RemoveEnded();
            connection = new Connection(cookie, name, key, user.ToArray());
            _byDescriptor[descriptor] = connection;
        }

        if (IsAllowed(connection))
            return connection.Name;
        Cut(descriptor, connection);
        return null;
    }

    /// <summary>Cuts the connections whose keys were revoked. Cheap while the allowed peers are the same.</summary>
    public void CutRevoked()
    {
        long version = allowed.Current.Version;
        if (version == _version)
            return;
        _version = version;
        foreach ((int descriptor, Connection connection) in _byDescriptor)
        {
            if (!IsAllowed(connection))
                Cut(descriptor, connection);
        }
    }

    // By key and name: another key under the same name does not keep the connection of the former one.
    private bool IsAllowed(in Connection connection) => allowed.Current.Find(connection.Key) is { } peer
        && peer.Name == connection.Name && (needed == AccessRights.None || peer.Rights.HasFlag(needed));

    private void Cut(int descriptor, Connection connection)
    {
        _byDescriptor.Remove(descriptor);
        if (SocketCookie.Shutdown(descriptor, connection.Cookie))
            counts.AddCut();
    }

    private void RemoveEnded()
    {
        foreach ((int descriptor, Connection connection) in _byDescriptor)
        {
            if (SocketCookie.Read(descriptor) != connection.Cookie)
                _byDescriptor.Remove(descriptor);
        }
    }

    private static bool TryReadDescriptor(ZeroMqMessage* message, out int descriptor) =>
        Utf8Parser.TryParse(Property(message, "__fd"u8), out descriptor, out _) && descriptor >= 0;

    private static ReadOnlySpan<byte> Property(ZeroMqMessage* message, ReadOnlySpan<byte> name)
    {
        fixed (byte* bytes = name)
        {
            byte* value = ZeroMqNative.MsgGets(message, bytes);
            return value is null ? [] : System.Runtime.InteropServices.MemoryMarshal
                .CreateReadOnlySpanFromNullTerminated(value);
        }
    }

    private readonly record struct Connection(ulong Cookie, string Name, CurveKey Key, byte[] User);
}
