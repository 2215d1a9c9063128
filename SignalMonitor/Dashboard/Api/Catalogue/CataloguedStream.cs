using SignalMonitor.Computation;
using SignalMonitor.Computation.Variables;
using SignalMonitor.Receiving;

namespace SignalMonitor.Dashboard.Api.Catalogue;

/// <summary>What the catalogue says of one stream, but for how fresh it is. Another value = the catalogue has changed.</summary>
/// <param name="Connection">Index of its connection, from 0.</param>
/// <param name="Stream">The stream.</param>
/// <param name="Plan">Its channels; null before its first block.</param>
/// <param name="Variables">Its calculated channels; null before its first block, and without a database.</param>
/// <param name="IsPast">Nobody announces it any more, or it reads a backlog.</param>
/// <param name="IsReplay">Its source plays a recording.</param>
/// <param name="Epoch">Run of its publisher.</param>
internal sealed record CataloguedStream(
    int Connection, MonitoredStream Stream, SignalPlan? Plan, VariablePlan? Variables, bool IsPast, bool IsReplay, ulong Epoch);
