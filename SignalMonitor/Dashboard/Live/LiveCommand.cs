using System.Collections.Immutable;

namespace SignalMonitor.Dashboard.Live;

/// <summary>What a browser said.</summary>
internal abstract record LiveCommand
{
    /// <summary>Its connection is up. Not said, but done.</summary>
    internal sealed record Enter : LiveCommand;

    /// <summary>Wants signals as buckets, in the place of what had the same number.</summary>
    internal sealed record Subscribe(
        uint Id, string Stream, ImmutableArray<string> Signals, long WidthNs) : LiveCommand;

    /// <summary>Wants two signals as points of a curve.</summary>
    internal sealed record Pairs(uint Id, string Stream, string X, string Y, int PerSecond) : LiveCommand;

    /// <summary>Ends the subscription of this number.</summary>
    internal sealed record Unsubscribe(uint Id) : LiveCommand;

    /// <summary>Wants the newest values of these streams, in the place of those before.</summary>
    internal sealed record Watch(ImmutableArray<string> Streams) : LiveCommand;

    /// <summary>Has taken all batches up to this one.</summary>
    internal sealed record Acknowledge(uint Batch) : LiveCommand;

    /// <summary>Wants no batches until it resumes.</summary>
    internal sealed record Pause : LiveCommand;

    /// <summary>Wants batches again.</summary>
    internal sealed record Resume : LiveCommand;
}
