namespace Launcher.Children;

/// <summary>
/// The processes of the main job, in the order of their start: simulator, connector, monitor. Disposal kills what still
/// runs.
/// </summary>
internal sealed class ChildSet : IAsyncDisposable
{
    private readonly List<Child> _children = [];

    public IReadOnlyList<Child> All => _children;

    public Child Add(Child child)
    {
        _children.Add(child);
        return child;
    }

    /// <summary>
    /// Stops the connector first: its end-of-stream heartbeat gives the monitor the place to stop counting; then the
    /// monitor, then the simulator.
    /// </summary>
    /// <param name="limit">A process that takes longer is killed.</param>
    /// <param name="endLimit">Time that the monitor has to see the end of the stream.</param>
    /// <returns>What went wrong.</returns>
    public async Task<IReadOnlyList<string>> StopAsync(TimeSpan limit, TimeSpan endLimit)
    {
        var failures = new List<string>();
        await StopAsync(Named(ProgramNames.Connector), limit, failures);
        Child? monitor = Named(ProgramNames.Monitor);
        if (monitor is not null)
            await monitor.EndsWithinAsync(endLimit);
        await StopAsync(monitor, limit, failures);
        await StopAsync(Named(ProgramNames.Simulator), limit, failures);
        return failures;
    }

    public ValueTask DisposeAsync()
    {
        _children.ForEach(child => child.Dispose());
        return ValueTask.CompletedTask;
    }

    private Child? Named(string name) => _children.Find(child => child.Name == name);

    private static async Task StopAsync(Child? child, TimeSpan limit, List<string> failures)
    {
        if (child is null || child.Ended.IsCompleted && child.ExitCode != 0)
            return; // reported when it died
        if (!await child.StopAsync(limit))
            failures.Add($"{child.Name} did not stop within {limit.TotalSeconds} s and was killed");
        else if (child.ExitCode != 0)
            failures.Add(child.Obituary);
    }
}
