using System.Text;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Messaging.Keys;

/// <summary>
/// Edits of a folder of allowed peers, for the verb `keys` and the dashboard. A program that runs reads the folder
/// again within a second.
/// </summary>
public static class AllowedPeersEdits
{
    /// <summary>Why a key cannot be allowed beside those that are.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="allowed">What it allows now.</param>
    /// <param name="key">The key.</param>
    /// <param name="path">The file that would allow it.</param>
    /// <returns>Why not, in one line; null when it can.</returns>
    public static string? FindConflict(string folder, AllowedPeersView allowed, KeyFile key, out string path)
    {
        path = Path.Combine(folder, key.Name + KeyFile.PublicEnding);
        foreach (AllowedPeer known in allowed.Peers)
        {
            if (known.Key.Equals(key.Public) && known.Name != key.Name)
                return $"this key is allowed already, as {known.Name} in {known.File}";
            if (known.Name == key.Name && !known.Key.Equals(key.Public))
                return $"another key is allowed as {key.Name} in {known.File}; revoke it first: keys revoke {key.Name}";
            if (known.Name == key.Name)
                path = known.File;
            else if (known.File == path)
                return $"{path} allows {known.Name}: give that file the name of its peer first";
        }

        return null;
    }

    /// <summary>Allows a key, or gives one that is allowed other rights: its file is replaced in one step.</summary>
    /// <param name="folder">The folder; created when it is missing.</param>
    /// <param name="key">The key, with its rights. A secret key in it is not written.</param>
    /// <param name="path">The file that allows it.</param>
    /// <returns>Why not, in one line; null when it is allowed.</returns>
    public static string? Allow(string folder, KeyFile key, out string path)
    {
        if (FindConflict(folder, new AllowedPeers(folder).Current, key, out path) is { } conflict)
            return conflict;
        try
        {
            Directory.CreateDirectory(folder);
            AtomicFile.Write(path, Encoding.UTF8.GetBytes((key with { Secret = null }).ToString()));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return OneLine.Format(e.Message);
        }

        AllowedPeersView allowed = new AllowedPeers(folder).Current;
        return allowed.Find(key.Public) is null
            ? $"{path} was written, and {key.Name} may not connect yet: {string.Join("; ", allowed.Faults)}"
            : null;
    }

    /// <summary>Takes back what allows a peer.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="name">Name of the peer.</param>
    /// <returns>Why not, in one line; null when it is allowed no more.</returns>
    public static string? Revoke(string folder, string name)
    {
        AllowedPeersView allowed = new AllowedPeers(folder).Current;
        if (allowed.FindName(name) is not { } peer)
            return $"'{OneLine.Format(name)}' is not allowed; allowed are: "
                + string.Join(", ", allowed.Peers.Select(known => known.Name).DefaultIfEmpty("none"));
        try
        {
            File.Delete(peer.File);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return OneLine.Format(e.Message);
        }
    }
}
