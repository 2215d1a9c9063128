namespace SignalMonitor.Recorder;

/// <summary>
/// The recorders of all stations, each with a thread of its own: test runs of several stations are recorded at the same
/// time below one root, where each station has its own folder.
/// </summary>
/// <param name="all">One for each station, in the order of their connections.</param>
internal sealed class RunRecorders(IReadOnlyList<RunRecorder> all) : IDisposable
{
    /// <summary>The recorders.</summary>
    public IReadOnlyList<RunRecorder> All => all;

    /// <summary>The recorder of a station; null when none records it.</summary>
    /// <param name="station">Site/rig; empty = the first.</param>
    public RunRecorder? Find(string station) =>
        all.FirstOrDefault(one => station.Length == 0 || one.Station.Length == 0 || one.Station == station);

    /// <summary>What they do; any thread.</summary>
    public IReadOnlyList<RecorderStatus> Status => [.. all.Select(one => one.Status)];

    /// <summary>True when a recording is written into the folder now. Any thread.</summary>
    public bool IsWriting(string folder) => all.Any(one => one.Status.Folder == folder);

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (RunRecorder recorder in all)
            recorder.Dispose();
    }
}
