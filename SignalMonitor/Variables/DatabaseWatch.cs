using SignalMonitor.Variables.Database;

namespace SignalMonitor.Variables;

/// <summary>
/// Sees edits of one database for all stations in it, over one connection: a query says whether anything was edited,
/// and only then the definitions of each station are read. <see cref="Run"/> is the loop of a thread.
/// </summary>
/// <param name="repository">Of this watch alone; disposed with it.</param>
/// <param name="stations">The stations.</param>
public sealed class DatabaseWatch(IVariableRepository repository, IReadOnlyList<VariableWatch> stations) : IDisposable
{
    /// <summary>The stations.</summary>
    public IReadOnlyList<VariableWatch> Stations => stations;

    /// <summary>Looks again and again until the token is cancelled.</summary>
    public void Run(CancellationToken stop)
    {
        do
        {
            Poll();
        }
        while (!stop.WaitHandle.WaitOne(VariableWatch.Interval));
    }

    /// <summary>Looks once.</summary>
    public void Poll()
    {
        DatabaseResult<RevisionMark> revision = repository.Revision();
        foreach (VariableWatch station in stations)
            station.Poll(revision);
    }

    /// <inheritdoc/>
    public void Dispose() => repository.Dispose();
}
