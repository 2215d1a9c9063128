namespace Benchmarks.Pacing;

/// <summary>
/// Threads of this process that use all of the processor, at the ordinary priority, until they are disposed.
/// </summary>
internal sealed class BusyThreads : IDisposable
{
    private const int SpinsPerCheck = 1000;
    private readonly Thread[] _threads;
    private bool _stop;

    /// <summary>Starts them.</summary>
    public BusyThreads(int count)
    {
        _threads = [.. Enumerable.Range(0, count).Select(_ => new Thread(Spin) { IsBackground = true, Name = "busy" })];
        Array.ForEach(_threads, thread => thread.Start());
    }

    public void Dispose()
    {
        Volatile.Write(ref _stop, true);
        Array.ForEach(_threads, thread => thread.Join());
    }

    private void Spin()
    {
        while (!Volatile.Read(ref _stop))
            Thread.SpinWait(SpinsPerCheck);
    }
}
