namespace SignalMonitor.CalculatedChannels;

/// <summary>Samples that a stream did not get, so that functions with memory began anew.</summary>
/// <param name="Publisher">The installation.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="LastEpoch">Epoch of the publisher of the block before; 0 when this monitor did not compute it.</param>
/// <param name="LastSequence">Sequence of that block.</param>
/// <param name="Epoch">Epoch of the publisher of the block behind.</param>
/// <param name="Sequence">Sequence of that block.</param>
internal sealed record SampleGap(Guid Publisher, uint Stream, ulong LastEpoch, ulong LastSequence, ulong Epoch, ulong Sequence);
