using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using FuncLibs.Messaging.Keys;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// The user id of a connection, which libzmq keeps with each of its messages: name and key of the peer, UTF-8, and a
/// number that no other connection has; a later connection has a higher one.
/// <code>
///   user id    name | line feed | public key, 40 characters of Z85 | line feed | number, decimal
/// </code>
/// </summary>
internal static class PeerUser
{
    private const char Separator = '\n';

    /// <summary>Writes the user id of a peer.</summary>
    public static byte[] Write(AllowedPeer peer, ulong number) => Encoding.UTF8.GetBytes(
        string.Create(CultureInfo.InvariantCulture, $"{peer.Name}{Separator}{peer.Key}{Separator}{number}"));

    /// <summary>Reads a user id; false when it is none.</summary>
    public static bool TryRead(
        ReadOnlySpan<byte> user,
        [NotNullWhen(true)] out string? name,
        [NotNullWhen(true)] out CurveKey? key,
        out ulong number)
    {
        (name, key, number) = (null, null, 0);
        if (Encoding.UTF8.GetString(user).Split(Separator) is not [{ Length: > 0 } first, var second, var third]
            || !CurveKey.TryParse(second, out key, out _)
            || !ulong.TryParse(third, NumberStyles.None, CultureInfo.InvariantCulture, out number))
            return false;
        name = first;
        return true;
    }
}
