using FuncLibs.Messaging.Wire.Broadcast;

namespace HardwareConnector.Publishing;

/// <summary>
/// The links to all rigs, and what a heartbeat says of the whole: the worst, so that values of a rig that is gone never look live at a
/// reader that knows no more than that. Readers that know the links of the streams, which the heartbeat also says, judge each by its own.
/// Written by the publish thread, read by any.
/// </summary>
/// <param name="sources">How many sources, 1 or more.</param>
public sealed class LinkReports(int sources)
{
    private readonly LinkReport[] _links = [.. Enumerable.Range(0, sources).Select(_ => new LinkReport())];

    /// <summary>Each link, by the number of its source.</summary>
    public IReadOnlyList<LinkReport> All => _links;

    /// <summary>The worst: online only when all are; offline before restart before unknown.</summary>
    public LinkState State
    {
        get
        {
            LinkState worst = LinkState.Online;
            foreach (LinkReport link in _links)
            {
                if (Badness(link.State) > Badness(worst))
                    worst = link.State;
            }

            return worst;
        }
    }

    /// <summary>Due time of the newest block of the source that is furthest behind, UTC ns; 0 until each had one.</summary>
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

    private static int Badness(LinkState state) => state switch
    {
        LinkState.Online => 0,
        LinkState.Unknown => 1,
        LinkState.Restart => 2,
        _ => 3,
    };
}
