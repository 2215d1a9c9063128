namespace Simulator.Faults.Playing;

/// <summary>What the header of a block says beside the block.</summary>
/// <param name="DueUtcNs">Due time of the first sample, ns since the Unix epoch, as the rig's clock has it.</param>
/// <param name="ErrorCode">The rig's error code; 0 none.</param>
/// <param name="BufferPerMille">How full the rig says that its buffer is, 0 to 1000; the link says more when its own queue is fuller.</param>
public readonly record struct BlockStamp(long DueUtcNs, ushort ErrorCode = 0, ushort BufferPerMille = 0);
