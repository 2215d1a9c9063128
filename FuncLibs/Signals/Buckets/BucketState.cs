namespace FuncLibs.Signals.Buckets;

/// <summary>How far a history reaches; all times in ns since the Unix epoch.</summary>
/// <param name="Blocks">Blocks that are in it; 0 none yet, and then the times mean nothing.</param>
/// <param name="BeginNs">Due time of the first sample of the first block: what lies before was not seen.</param>
/// <param name="UntilNs">Due time of the end of the newest block: what lies before is complete, but for blocks that are missing.</param>
/// <param name="NewestBucket">Number of the newest bucket.</param>
public readonly record struct BucketState(long Blocks, long BeginNs, long UntilNs, long NewestBucket);
