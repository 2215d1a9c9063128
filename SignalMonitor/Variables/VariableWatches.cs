namespace SignalMonitor.Variables;

/// <summary>The watches of all stations, and of the databases that they are in.</summary>
/// <param name="databases">The databases; each has at least one station.</param>
/// <param name="order">The stations in the order of their connections; null = in that of the databases.</param>
public sealed class VariableWatches(
    IReadOnlyList<DatabaseWatch> databases, IReadOnlyList<string>? order = null) : IDisposable
{
    /// <summary>The databases.</summary>
    public IReadOnlyList<DatabaseWatch> Databases => databases;

    /// <summary>The stations; those without a database are not among them.</summary>
    public IReadOnlyList<VariableWatch> All { get; } =
    [
        .. databases.SelectMany(database => database.Stations)
            .OrderBy(watch => order is null ? 0 : Place(order, watch.Station)),
    ];

    /// <summary>The watch of a station; null when it has no database.</summary>
    /// <param name="station">Site/rig; empty = the first.</param>
    public VariableWatch? Find(string station) =>
        All.FirstOrDefault(watch => station.Length == 0 || watch.Station == station);

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (DatabaseWatch database in databases)
            database.Dispose();
    }

    private static int Place(IReadOnlyList<string> order, string station)
    {
        int i = 0;
        while (i < order.Count && order[i] != station)
            i++;
        return i;
    }
}
