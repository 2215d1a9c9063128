using FuncLibs.Signals.Buckets;

namespace SignalMonitor.History;

/// <summary>What is kept of a stream on the disk, further back than the memory of a monitor.</summary>
internal interface IKeptHistory
{
    /// <summary>When it begins, UTC ns.</summary>
    long BeginNs { get; }

    /// <summary>Merges the buckets that begin in a stretch of time into a table.</summary>
    /// <param name="table">Where to.</param>
    /// <param name="names">Which signals, one for each column of the table.</param>
    /// <param name="fromNs">Begin of a bucket of the table, UTC ns.</param>
    /// <param name="toNs">End of a bucket of the table, UTC ns.</param>
    void AddTo(BucketTable table, IReadOnlyList<string> names, long fromNs, long toNs);
}
