using SignalMonitor.Taps;

namespace SignalMonitor.Dashboard.Live;

/// <summary>What one browser requested, and how much of it was sent. Live thread only.</summary>
/// <param name="id">Number that the browser gave it.</param>
/// <param name="stream">Name of the stream.</param>
internal abstract class LiveSubscription(uint id, string stream)
{
    private long _version = -1;

    /// <summary>Number that the browser gave it.</summary>
    public uint Id { get; } = id;

    /// <summary>Name of the stream.</summary>
    public string Stream { get; } = stream;

    /// <summary>Signals that it counts for.</summary>
    public abstract int Signals { get; }

    /// <summary>Width of the buckets, ns; 0 for pairs.</summary>
    public abstract long WidthNs { get; }

    /// <summary>Signals that were found, in the order of its sections.</summary>
    public abstract IReadOnlyList<LiveColumn> Found { get; }

    /// <summary>Names that the stream does not have.</summary>
    public abstract IReadOnlyList<string> Missing { get; }

    /// <summary>True once the browser got its description.</summary>
    public bool IsAnswered { get; set; }

    /// <summary>True when the next section invalidates what was sent before.</summary>
    protected bool IsReset { get; set; } = true;

    /// <summary>Looks its names up; true when one means something else than before.</summary>
    public abstract bool Resolve(LiveStream stream);

    /// <summary>Adds what it needs.</summary>
    public abstract void AddTo(LiveNeeds needs);

    /// <summary>Takes what was made for it.</summary>
    public abstract void Bind(
        IReadOnlyDictionary<string, LiveSignal> signals,
        IReadOnlyDictionary<(string X, string Y, int PerSecond), PairFeed> pairs);

    /// <summary>Samples were added from a moment on: what was sent of later ones is out of date.</summary>
    public virtual void Touch(long ns)
    {
    }

    /// <summary>Writes what was not sent yet, if anything.</summary>
    public void Write(LiveBatch batch, LiveStream stream)
    {
        if (_version == stream.Version || Found.Count == 0)
            return;
        if (TryWrite(batch, stream))
            (_version, IsReset) = (stream.Version, false);
    }

    /// <summary>Writes a section; false when there is nothing to send yet.</summary>
    protected abstract bool TryWrite(LiveBatch batch, LiveStream stream);
}
