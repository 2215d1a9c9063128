using System.Collections.Frozen;
using System.Collections.Immutable;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Keys;

/// <summary>
/// The peers that may connect: a folder with a public key file for each (<c>NAME.pub</c>). One thread reloads it, any
/// thread reads <see cref="Current"/>.
/// </summary>
/// <remarks>
/// A file that cannot be used gives no access. An entry that was in force stays for one more reload, so that an edit
/// that is only half written cuts nobody off; so do all of them when the folder cannot be listed. They stay for as
/// long as no file handle is left: that says nothing of the folder, and whoever takes the handles must not cut the
/// others. A key in two files, or a name in two files, is refused in both: which of the rights would hold is not clear.
/// </remarks>
public sealed class AllowedPeers
{
    /// <summary>Highest number of files that are read.</summary>
    public const int MaxFiles = 1024;

    private ImmutableArray<FileStamp> _stamps;
    private ImmutableArray<string> _unusable = [];
    private bool _wasListed;
    private bool _lacksFiles;
    private AllowedPeersView _current;

    /// <summary>Reads the folder.</summary>
    /// <param name="folder">The folder; a missing one has no peers.</param>
    public AllowedPeers(string folder)
    {
        Folder = Path.GetFullPath(folder);
        _wasListed = TryList(out _stamps, out string? fault);
        _current = Read(1, Directory.Exists(Folder) ? fault : null, previous: null);
    }

    /// <summary>Full path of the folder.</summary>
    public string Folder { get; }

    /// <summary>The peers in force.</summary>
    public AllowedPeersView Current => Volatile.Read(ref _current);

    /// <summary>Reads the folder again if a file of it changed.</summary>
    /// <returns>True when <see cref="Current"/> was replaced.</returns>
    public bool Reload()
    {
        bool wasListed = _wasListed;
        _wasListed = TryList(out ImmutableArray<FileStamp> stamps, out string? fault);
        if (_wasListed && wasListed && stamps.SequenceEqual(_stamps) && _unusable.IsEmpty)
            return false;
        AllowedPeersView before = _current;
        AllowedPeersView read;
        if (!_wasListed && (wasListed || _lacksFiles))
        {
            read = new AllowedPeersView(before.Version + 1, before.Peers, [fault!]);
        }
        else
        {
            _stamps = stamps;
            read = Read(before.Version + 1, fault, before);
        }

        if (read.Peers.SequenceEqual(before.Peers) && read.Faults.SequenceEqual(before.Faults))
            return false;
        Volatile.Write(ref _current, read);
        return true;
    }

    private bool TryList(out ImmutableArray<FileStamp> stamps, out string? fault)
    {
        fault = null;
        _lacksFiles = false;
        List<FileStamp> found = [];
        try
        {
            foreach (FileInfo file in new DirectoryInfo(Folder).EnumerateFiles("*" + KeyFile.PublicEnding))
            {
                if (found.Count == MaxFiles)
                {
                    fault = $"folder {Folder} has more than {MaxFiles} files; those beyond are left out";
                    break;
                }

                // It may be removed while the folder is listed.
                if (FileStamp.Read(file.FullName) is { Exists: true } stamp)
                    found.Add(stamp);
            }

            stamps = [.. found.OrderBy(stamp => stamp.Path, StringComparer.Ordinal)];
            return true;
        }
        catch (DirectoryNotFoundException)
        {
            fault = $"folder {Folder} is missing";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            fault = $"folder {Folder} cannot be read: {OneLine.Format(e)}";
            _lacksFiles = OpenFiles.AreExhausted(e);
        }

        stamps = [];
        return false;
    }

    private AllowedPeersView Read(long version, string? folderFault, AllowedPeersView? previous)
    {
        List<string> faults = folderFault is null ? [] : [folderFault];
        List<string> unusable = [];
        List<AllowedPeer> peers = [];
        foreach (FileStamp stamp in _stamps)
        {
            if (KeyFile.TryRead(stamp.Path, out KeyFile? file, out string? fault))
            {
                peers.Add(new AllowedPeer(file.Name, file.Public, file.Rights, stamp.Path));
                continue;
            }

            faults.Add(fault!);
            unusable.Add(stamp.Path);
            if (!_unusable.Contains(stamp.Path) && previous?.FindFile(stamp.Path) is { } stays)
                peers.Add(stays);
        }

        RemoveTwice(peers, peer => peer.Key.ToString(), "key", faults);
        RemoveTwice(peers, peer => peer.Name, "name", faults);
        _unusable = [.. unusable];
        return new AllowedPeersView(version, [.. peers], [.. faults]);
    }

    private static void RemoveTwice(
        List<AllowedPeer> peers, Func<AllowedPeer, string> member, string what, List<string> faults)
    {
        foreach (IGrouping<string, AllowedPeer> same in peers.GroupBy(member).Where(group => group.Skip(1).Any()))
        {
            faults.Add(
                $"the same {what} is in {string.Join(" and ", same.Select(peer => peer.File))}; none of them is "
                    + "allowed: remove all but one");
            peers.RemoveAll(same.Contains);
        }
    }
}

/// <summary>A peer that may connect.</summary>
/// <param name="Name">Its name: that of its key, whatever it says of itself.</param>
/// <param name="Key">Its public key.</param>
/// <param name="Rights">What it may do.</param>
/// <param name="File">Full path of the file that allows it.</param>
public sealed record AllowedPeer(string Name, CurveKey Key, AccessRights Rights, string File);

/// <summary>The allowed peers at one moment.</summary>
public sealed class AllowedPeersView
{
    private readonly FrozenDictionary<CurveKey, AllowedPeer> _byKey;
    private readonly FrozenDictionary<string, AllowedPeer> _byName;

    internal AllowedPeersView(long version, ImmutableArray<AllowedPeer> peers, ImmutableArray<string> faults)
    {
        Version = version;
        Peers = peers;
        Faults = faults;
        _byKey = peers.ToFrozenDictionary(peer => peer.Key);
        _byName = peers.ToFrozenDictionary(peer => peer.Name, StringComparer.Ordinal);
    }

    /// <summary>Grows with every change.</summary>
    public long Version { get; }

    /// <summary>The peers, by the names of their files.</summary>
    public ImmutableArray<AllowedPeer> Peers { get; }

    /// <summary>A line for each file that cannot be used.</summary>
    public ImmutableArray<string> Faults { get; }

    /// <summary>The peer with a key; null when it is not allowed.</summary>
    public AllowedPeer? Find(CurveKey key) => _byKey.GetValueOrDefault(key);

    /// <summary>The peer with a name; null when it is not allowed.</summary>
    public AllowedPeer? FindName(string name) => _byName.GetValueOrDefault(name);

    internal AllowedPeer? FindFile(string path) => Peers.FirstOrDefault(peer => peer.File == path);
}
