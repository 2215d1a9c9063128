namespace HardwareConnector.Sources;

/// <summary>The sources by their number. A stop of the process ends all of them at once, and not one after the other.</summary>
/// <param name="all">The sources.</param>
/// <param name="stopping">Cancelled when the process begins to stop.</param>
public sealed class RigSources(IReadOnlyList<IRigSource> all, CancellationToken stopping)
{
    /// <summary>All of them.</summary>
    public IReadOnlyList<IRigSource> All => all;

    /// <summary>The thread of one source, until either the process or the thread is told to stop.</summary>
    public void Run(int number, CancellationToken stop)
    {
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(stop, stopping);
        try
        {
            all[number].Run(either.Token);
        }
        catch (OperationCanceledException) when (either.IsCancellationRequested)
        {
            // A wait inside the source ended it: a clean stop.
        }
    }
}
