using System.Diagnostics.CodeAnalysis;
using System.Text;
using FuncLibs.Messaging.Keys;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// The user id of a connection, which libzmq keeps with each of its messages: name and key of the peer, UTF-8.
/// <code>
///   user id    name | line feed | public key, 40 characters of Z85
/// </code>
/// </summary>
internal static class PeerUser
{
    private const char Separator = '\n';

    /// <summary>Writes the user id of a peer.</summary>
    public static byte[] Write(AllowedPeer peer) => Encoding.UTF8.GetBytes($"{peer.Name}{Separator}{peer.Key}");

    /// <summary>Reads a user id; false when it is none.</summary>
    public static bool TryRead(
        ReadOnlySpan<byte> user, [NotNullWhen(true)] out string? name, [NotNullWhen(true)] out CurveKey? key)
    {
        (name, key) = (null, null);
        int end = user.IndexOf((byte)Separator);
        if (end <= 0 || !CurveKey.TryParse(Encoding.UTF8.GetString(user[(end + 1)..]), out key, out _))
            return false;
        name = Encoding.UTF8.GetString(user[..end]);
        return true;
    }
}
