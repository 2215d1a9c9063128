namespace SignalMonitor.Sharing;

/// <summary>How many stations a monitor should have of those that it shares with others.</summary>
internal static class FairShare
{
    /// <summary>The share of a monitor, of the stations that it takes part in now.</summary>
    public static int OfStations(IEnumerable<SharedStationStatus> stations) =>
        Of(stations.Where(station => station.State != SharedState.Waiting).Select(station => station.Candidates));

    /// <summary>
    /// The share: of each station the part that one of its candidates has, summed and rounded up.
    /// </summary>
    /// <param name="candidates">For each station that this monitor takes part in, how many monitors do; 0 =
    /// unknown, which counts as one.</param>
    public static int Of(IEnumerable<int> candidates)
    {
        // Sums of thirds must not round up by their last bit.
        const double Tolerance = 1e-9;
        return (int)Math.Ceiling(candidates.Sum(count => 1.0 / Math.Max(1, count)) - Tolerance);
    }
}
