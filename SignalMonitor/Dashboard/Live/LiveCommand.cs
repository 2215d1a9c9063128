using System.Collections.Immutable;

namespace SignalMonitor.Dashboard.Live;

/// <summary>A message of a browser.</summary>
internal abstract record LiveCommand
{
    /// <summary>Its connection is up. Not a message, but an event.</summary>
    internal sealed record Enter : LiveCommand;

    /// <summary>Subscribes to signals as buckets; replaces the subscription with the same number.</summary>
    internal sealed record Subscribe(
        uint Id, string Stream, ImmutableArray<string> Signals, long WidthNs) : LiveCommand;

    /// <summary>Subscribes to two signals as points of a curve.</summary>
    internal sealed record Pairs(uint Id, string Stream, string X, string Y, int PerSecond) : LiveCommand;

    /// <summary>Ends the subscription of this number.</summary>
    internal sealed record Unsubscribe(uint Id) : LiveCommand;

    /// <summary>Subscribes to the newest values of these streams; replaces the streams before.</summary>
    internal sealed record Watch(ImmutableArray<string> Streams) : LiveCommand;

    /// <summary>Has taken all batches up to this one.</summary>
    internal sealed record Acknowledge(uint Batch) : LiveCommand;

    /// <summary>Pauses: no batches until it resumes.</summary>
    internal sealed record Pause : LiveCommand;

    /// <summary>Resumes batches.</summary>
    internal sealed record Resume : LiveCommand;
}
