using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;

namespace HardwareConnector.Consumers;

/// <summary>One consumer in the book. Under its lock.</summary>
internal sealed class ConsumerEntry
{
    /// <summary>Streams of one consumer that are kept in mind.</summary>
    public const int MaxStreams = 64;

    /// <summary>Silence after which a consumer that tells how it is each second is gone.</summary>
    public static readonly TimeSpan GoneAfter = TimeSpan.FromSeconds(5);

    private const double MostCores = 4096;

    private readonly TimeProvider _time;
    private readonly SortedList<uint, ConsumerStreamStatus> _streams = [];
    private double _cpu;

    public ConsumerEntry(PeerId peer, ConsumerName name, ConsumerClass consumer, TimeProvider time)
    {
        (Peer, Name, Class, _time) = (peer, name, consumer, time);
        HeardAt = time.GetTimestamp();
    }

    public PeerId Peer { get; }

    public ConsumerName Name { get; }

    public ConsumerClass Class { get; }

    public long HeardAt { get; private set; }

    /// <summary>True when it told how it is, at least once.</summary>
    public bool HasReported => _streams.Count > 0;

    public bool IsGone => HasReported && _time.GetElapsedTime(HeardAt) >= GoneAfter;

    /// <summary>True when what it needs is kept for it: it wants every block, and will be known again.</summary>
    public bool MayClaim => Class == ConsumerClass.Lossless && Name.IsProper;

    /// <summary>How it stands with a stream; null when it tells of too many.</summary>
    public ConsumerStreamStatus? Standing(uint stream, string name)
    {
        if (_streams.TryGetValue(stream, out ConsumerStreamStatus? known))
            return known;
        if (_streams.Count >= MaxStreams)
            return null;
        ConsumerStreamStatus added = new(name, _time);
        _streams.Add(stream, added);
        return added;
    }

    public void Heard(double cpu)
    {
        HeardAt = _time.GetTimestamp();
        _cpu = cpu is >= 0 and <= MostCores ? cpu : 0;
    }

    public ConsumerView View()
    {
        ConsumerPosition[] places = [.. _streams.Values.Select(standing => standing.View())];
        return new ConsumerView(Name.Text, Class, StateOf(places), _time.GetElapsedTime(HeardAt), _cpu, places);
    }

    private ConsumerState StateOf(ConsumerPosition[] places)
    {
        if (!HasReported)
            return ConsumerState.Unreported;
        if (IsGone)
            return ConsumerState.Gone;
        return places.Any(place => place.IsSlow) ? ConsumerState.Slow : ConsumerState.Keeping;
    }
}
