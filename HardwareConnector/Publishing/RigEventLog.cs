using System.Collections.Immutable;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire.Broadcast;

namespace HardwareConnector.Publishing;

/// <summary>
/// Events of the rigs: numbers and publishes them, and keeps the last <see cref="Kept"/> of each source for health. The
/// publish thread publishes, any thread reads.
/// </summary>
public sealed class RigEventLog
{
    /// <summary>Number of events kept per source.</summary>
    public const int Kept = 16;

    private readonly ImmutableArray<PublishedEvent>[] _last;
    private long _number;

    /// <summary>Creates an empty log.</summary>
    /// <param name="sources">Number of sources.</param>
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

    /// <summary>Publishes an event, before the next block. Publish thread. Allocates.</summary>
    internal void Publish(
        ControlStream control, PublishedRig rig, int source, int stream, LinkEvent happened, ulong epoch)
    {
        PublishedStream published = rig.Streams[rig.IndexOf(source, stream)];
        RigEventPayload payload = new(
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
        control.SendEvent(payload, rig.Catalogue.Revision, payload.UtcNs);
        lock (_last)
        {
            ImmutableArray<PublishedEvent> kept =
                _last[source].Length < Kept ? _last[source] : _last[source].RemoveAt(0);
            _last[source] = kept.Add(new PublishedEvent(published.Name, payload));
        }
    }
}

/// <summary>A published event.</summary>
/// <param name="Stream">Name of its stream.</param>
/// <param name="Payload">The payload.</param>
public sealed record PublishedEvent(string Stream, RigEventPayload Payload);
