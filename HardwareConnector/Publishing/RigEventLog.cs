using System.Collections.Immutable;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire.Broadcast;

namespace HardwareConnector.Publishing;

/// <summary>
/// Events of the rigs: numbers and publishes each, and keeps the last <see cref="Kept"/> of each source for health. The publish thread
/// publishes, any thread reads.
/// </summary>
public sealed class RigEventLog
{
    /// <summary>Events of a source that are kept.</summary>
    public const int Kept = 16;

    private readonly ImmutableArray<PublishedEvent>[] _last;
    private long _number;

    /// <summary>An empty book.</summary>
    /// <param name="sources">How many sources there are.</param>
    public RigEventLog(int sources)
    {
        _last = new ImmutableArray<PublishedEvent>[sources];
        Array.Fill(_last, []);
    }

    /// <summary>The last events of a source, oldest first.</summary>
    public ImmutableArray<PublishedEvent> LastOf(int source)
    {
        lock (_last)
            return _last[source];
    }

    /// <summary>Publish thread: an event goes out, in front of the block that is published next. Takes memory.</summary>
    internal void Publish(ControlStream control, PublishedRig rig, int source, int stream, LinkEvent happened, ulong epoch)
    {
        PublishedStream published = rig.Streams[rig.IndexOf(source, stream)];
        RigEventPayload notice = new(
            ++_number,
            published.Id,
            epoch,
            published.Next,
            happened.SampleIndex,
            happened.UtcNs,
            happened.Name,
            happened.Severity,
            happened.Channel,
            happened.Text);
        control.SendEvent(notice, rig.Catalogue.Revision, notice.UtcNs);
        lock (_last)
        {
            ImmutableArray<PublishedEvent> kept = _last[source].Length < Kept ? _last[source] : _last[source].RemoveAt(0);
            _last[source] = kept.Add(new PublishedEvent(published.Name, notice));
        }
    }
}

/// <summary>An event as it was published.</summary>
/// <param name="Stream">Name of its stream.</param>
/// <param name="Payload">What was said.</param>
public sealed record PublishedEvent(string Stream, RigEventPayload Payload);
