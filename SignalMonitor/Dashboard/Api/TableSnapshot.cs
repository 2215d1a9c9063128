using System.Collections.Immutable;

namespace SignalMonitor.Dashboard.Api;

/// <summary>A calculated channel that is a table, as it stood when it was copied.</summary>
/// <param name="Columns">Names of the columns.</param>
/// <param name="Rows">The rows, as long as the columns are many.</param>
/// <param name="Loss">What the table no longer shows exactly, in a line; null nothing.</param>
internal sealed record TableSnapshot(
    ImmutableArray<string> Columns, ImmutableArray<ImmutableArray<double>> Rows, string? Loss);
