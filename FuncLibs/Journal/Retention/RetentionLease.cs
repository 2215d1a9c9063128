namespace FuncLibs.Journal.Retention;

/// <summary>What one consumer still needs of one stream: everything behind a position.</summary>
/// <param name="Consumer">Its name.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">Life of the publisher that the position is of.</param>
/// <param name="Delivered">Last sequence of it that the consumer needs no more.</param>
/// <param name="Renewed">When the consumer said so last.</param>
public sealed record RetentionLease(string Consumer, uint Stream, ulong Epoch, ulong Delivered, DateTimeOffset Renewed)
{
    /// <summary>True when a record lies behind the position.</summary>
    public bool Needs(ulong epoch, ulong sequence) => Epoch < epoch || (Epoch == epoch && Delivered < sequence);
}
