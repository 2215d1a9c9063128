using System.Collections.Immutable;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.History;

/// <summary>A look back at some signals of a stream.</summary>
/// <param name="Names">Names of the signals, one for each column of the table.</param>
/// <param name="Units">Their units; empty when nobody has said them yet.</param>
/// <param name="Table">The buckets.</param>
/// <param name="UntilNs">Due time of the end of the newest block that is in it, UTC ns.</param>
public sealed record HistoryView(ImmutableArray<string> Names, ImmutableArray<string> Units, BucketTable Table, long UntilNs);
