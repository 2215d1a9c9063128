namespace SignalMonitor.Viewers.Foxglove;

/// <summary>One signal of a stream as the protocol advertises it. Its id never means another one.</summary>
/// <param name="Id">Number of the channel, from 1.</param>
/// <param name="Stream">Name of the stream.</param>
/// <param name="Signal">Name of the signal.</param>
/// <param name="Unit">Its unit; empty for a plain number.</param>
internal sealed record FoxgloveChannel(uint Id, string Stream, string Signal, string Unit)
{
    /// <summary>Topic under which viewers list it.</summary>
    public string Topic => $"{Stream}/{Signal}";
}
