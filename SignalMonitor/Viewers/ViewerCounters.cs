using System.Text.Json.Serialization;

namespace SignalMonitor.Viewers;

/// <summary>What became of values for one kind of viewer. One thread counts, any thread reads.</summary>
internal sealed class ViewerCounters
{
    private long _messages;
    private long _dropped;
    private long _refused;

    /// <summary>Messages that were handed on.</summary>
    public long Messages => Interlocked.Read(ref _messages);

    /// <summary>Messages that a viewer was too slow for.</summary>
    public long Dropped => Interlocked.Read(ref _dropped);

    /// <summary>Requests that were refused: what is no message of the protocol, or beyond a limit.</summary>
    public long Refused => Interlocked.Read(ref _refused);

    /// <summary>A message was handed on.</summary>
    public void AddMessage() => Interlocked.Increment(ref _messages);

    /// <summary>A message found no room.</summary>
    public void AddDropped() => Interlocked.Increment(ref _dropped);

    /// <summary>A request was refused.</summary>
    public void AddRefused() => Interlocked.Increment(ref _refused);
}

/// <summary>Where the state of viewers is read.</summary>
internal interface IViewerReport
{
    /// <summary>The state now. Any thread.</summary>
    ViewerStatus Status { get; }
}

/// <summary>The state of viewers at one moment.</summary>
/// <param name="DroppedBlocks">Blocks that the viewer thread was not fast enough for.</param>
/// <param name="PlotJuggler">Where PlotJuggler subscribes, and what it got; null when off.</param>
/// <param name="Foxglove">What Foxglove got; null when off.</param>
internal sealed record ViewerStatus(
    long DroppedBlocks,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] PlotJugglerStatus? PlotJuggler,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] FoxgloveStatus? Foxglove);

/// <summary>The socket for PlotJuggler at one moment.</summary>
internal sealed record PlotJugglerStatus(bool Subscribed, long Messages, long Dropped);

/// <summary>The WebSocket for Foxglove at one moment.</summary>
internal sealed record FoxgloveStatus(int Clients, long Messages, long Dropped, long Refused);
