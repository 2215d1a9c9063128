using System.Buffers.Text;
using FuncLibs.Messaging.Keys;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// The connections of a bound socket with keys, by the messages that came on them, so that one can be cut when its key
/// is revoked: libzmq has no call for that. Owned by the thread of the socket.
/// </summary>
/// <remarks>
/// The host reads the folder of allowed peers again once a second (FuncLibs.Hosting.Security.AccessReport); a file that
/// is half written holds for one second more. Then the next turn of the socket's thread cuts the peer.
/// Each message has as properties the <see cref="PeerUser"/> that <see cref="ZapServer"/> gave the peer, and the
/// descriptor of its connection. A descriptor may be another connection's by the time of a cut; the kernel's cookie of
/// the connection tells them apart. It is read when a message is, which may be after the connection of the message has
/// ended: of two peers with one cookie the later connection has it, by its number. A peer that has sent nothing is not
/// known here, and gets nothing: its first subscription or request makes it known. Until then a late message of a peer
/// that is not allowed any more can cut it, and it connects again.
/// </remarks>
internal sealed unsafe class PeerConnections(AllowedPeers allowed, AccessRights needed, AccessCounts counts)
{
    private const int MaxConnections = 4096;

    private readonly Dictionary<int, Connection> _byDescriptor = [];
    private long _version = allowed.Current.Version;

    /// <summary>Notes the connection of a message and returns the name of its peer.</summary>
    /// <returns>Null for a peer without a name, or one that is not allowed any more: its connection is cut.</returns>
    public string? Note(ZeroMqMessage* message) =>
        TryReadDescriptor(message, out int descriptor) ? Note(descriptor, Property(message, "User-Id"u8)) : null;

    /// <summary>The same, by the properties of the message.</summary>
    /// <param name="descriptor">The descriptor of its connection when it came.</param>
    /// <param name="user">The user id of its peer.</param>
    public string? Note(int descriptor, ReadOnlySpan<byte> user)
    {
        ulong cookie = SocketCookie.Read(descriptor);
        bool known = _byDescriptor.TryGetValue(descriptor, out Connection connection)
            && connection.Cookie == cookie && user.SequenceEqual(connection.User);
        if (!known)
        {
            if (!PeerUser.TryRead(user, out string? name, out CurveKey? key, out ulong number))
                return null;
            Connection noted = new(cookie, number, name, key, user.ToArray());

            // Of a connection that has ended: what has the descriptor now is not its peer's.
            if (connection.Cookie == cookie && connection.Number > number)
                return IsAllowed(noted) ? name : null;
            if (_byDescriptor.Count >= MaxConnections)
                RemoveEnded();
            connection = noted;
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

    private readonly record struct Connection(ulong Cookie, ulong Number, string Name, CurveKey Key, byte[] User);
}
