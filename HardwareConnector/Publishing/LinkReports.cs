using FuncLibs.Messaging.Wire.Broadcast;

namespace HardwareConnector.Publishing;

/// <summary>
/// The links to all rigs. The heartbeat reports the worst as the overall state, so that clients that read only the
/// overall state never take values of an offline rig for live. Other clients use the link of each stream, which the
/// heartbeat also has. Written by the publish thread, read by any.
/// </summary>
/// <param name="sources">Number of sources, 1 or more.</param>
public sealed class LinkReports(int sources)
{
    private readonly LinkReport[] _links = [.. Enumerable.Range(0, sources).Select(_ => new LinkReport())];

    /// <summary>Each link, by the number of its source.</summary>
    public IReadOnlyList<LinkReport> All => _links;

    /// <summary>The worst state: online only when all are; offline before restart before unknown.</summary>
    public LinkState State
    {
        get
        {
            LinkState worst = LinkState.Online;
            foreach (LinkReport link in _links)
            {
                if (SeverityOf(link.State) > SeverityOf(worst))
                    worst = link.State;
            }

            return worst;
        }
    }

    /// <summary>
    /// Due time of the newest block of the source that is furthest behind, UTC ns; 0 until each had one.
    /// </summary>
    public long LastAcquiredNs
    {
        get
        {
            long oldest = long.MaxValue;
            foreach (LinkReport link in _links)
                oldest = Math.Min(oldest, link.LastAcquiredNs);
            return oldest;
        }
    }

    private static int SeverityOf(LinkState state) => state switch
    {
        LinkState.Online => 0,
        LinkState.Unknown => 1,
        LinkState.Restart => 2,
        _ => 3,
    };
}

/// <summary>The link to one rig. Written by the publish thread, read by any.</summary>
public sealed class LinkReport
{
    private int _state = (int)LinkState.Offline;
    private long _lastAcquired;
    private string? _reason;

    /// <summary>State of the link.</summary>
    public LinkState State => (LinkState)Volatile.Read(ref _state);

    /// <summary>Due time of the first sample of the newest block, UTC ns; 0 before the first.</summary>
    public long LastAcquiredNs => Volatile.Read(ref _lastAcquired);

    /// <summary>Reason of the state, for people; null for none.</summary>
    public string? Reason => Volatile.Read(ref _reason);

    internal void Set(LinkState state, string? reason)
    {
        Volatile.Write(ref _reason, reason);
        Volatile.Write(ref _state, (int)state);
    }

    internal void Acquired(long dueNs) => Volatile.Write(ref _lastAcquired, dueNs);
}
