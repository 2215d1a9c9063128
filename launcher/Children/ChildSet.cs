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
    /// Stops the simulator first, so that the monitor can read what is under way; then the connector, whose
    /// end-of-stream heartbeat gives the monitor the place to stop counting; then the monitor.
    /// </summary>
    /// <param name="limit">A process that takes longer is killed.</param>
    /// <param name="deliveredAsync">Waits until the monitor has what the connector numbered.</param>
    /// <param name="endedAsync">Waits until the monitor has seen the end of the stream.</param>
    /// <returns>What went wrong.</returns>
    public async Task<IReadOnlyList<string>> StopAsync(
        TimeSpan limit, Func<Task> deliveredAsync, Func<Task> endedAsync)
    {
        var failures = new List<string>();
        await StopAsync(Named(ProgramNames.Simulator), limit, failures);
        if (Runs(ProgramNames.Connector) && Runs(ProgramNames.Monitor))
            await deliveredAsync();
        bool willEnd = Runs(ProgramNames.Connector);
        await StopAsync(Named(ProgramNames.Connector), limit, failures);
        if (willEnd && Runs(ProgramNames.Monitor))
            await endedAsync();
        await StopAsync(Named(ProgramNames.Monitor), limit, failures);
        return failures;
    }

    public ValueTask DisposeAsync()
    {
        _children.ForEach(child => child.Dispose());
        return ValueTask.CompletedTask;
    }

    /// <summary>The process of a program; null when it was not started.</summary>
    public Child? Named(string name) => _children.Find(child => child.Name == name);

    private bool Runs(string name) => Named(name) is { Ended.IsCompleted: false };

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
