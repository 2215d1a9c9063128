using SignalMonitor.Connections;
using SignalMonitor.Streams;

namespace SignalMonitor.Viewers;

/// <summary>
/// The viewer thread: some thirty times a second it takes copies of blocks from the taps, makes rows of them, and hands
/// these to the viewers. Computation never waits for it, nor for any viewer; what nobody takes in time is dropped and
/// counted.
/// </summary>
/// <param name="connections">The streams.</param>
/// <param name="options">What viewers get.</param>
/// <param name="sinks">The ways to viewers.</param>
internal sealed class ViewerLoop(
    MonitorConnections connections, ViewerOptions options, IReadOnlyList<IViewerSink> sinks)
{
    // Streams of many rigs: beyond this number the rest is not shown.
    private const int MaxStreams = 64;

    private static readonly TimeSpan Tick = TimeSpan.FromSeconds(1 / 30.0);

    private readonly string[] _patterns = options.Patterns;
    private readonly Dictionary<string, ViewerStream> _streams = [];
    private long _dropped;

    /// <summary>Blocks that this thread was not fast enough for. Any thread.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    /// <summary>Runs until <paramref name="stop"/>.</summary>
    public void Run(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            Step();
            stop.WaitHandle.WaitOne(Tick);
        }

        foreach (ViewerStream stream in _streams.Values)
            stream.Dispose();
    }

    /// <summary>One tick.</summary>
    internal void Step()
    {
        bool isWanted = false;
        foreach (IViewerSink sink in sinks)
            isWanted |= sink.IsWanted;
        Meet();
        long dropped = 0;
        foreach (ViewerStream stream in _streams.Values)
        {
            // What came by the former description is shown by it.
            stream.Drain(sinks);
            if (stream.Follow(connections.Find(stream.Name)?.Stream, isWanted))
                Describe(stream);
            dropped += stream.Dropped;
        }

        Volatile.Write(ref _dropped, dropped);
        foreach (IViewerSink sink in sinks)
            sink.Flush();
    }

    private void Meet()
    {
        foreach (MonitoredStream stream in connections.Streams)
        {
            if (_streams.Count < MaxStreams && !_streams.ContainsKey(stream.Name))
                _streams.Add(stream.Name, new ViewerStream(stream.Name, _patterns, options.RateHz));
        }
    }

    private void Describe(ViewerStream stream)
    {
        foreach (IViewerSink sink in sinks)
            sink.Describe(stream);
    }
}
