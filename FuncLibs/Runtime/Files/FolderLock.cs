namespace FuncLibs.Runtime.Files;

/// <summary>A lock in a folder that processes hold for the time of one edit.</summary>
public static class FolderLock
{
    private const int Attempts = 500;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    /// <summary>Takes the lock; waits up to 5 s for another process that holds it.</summary>
    /// <param name="files">The folder.</param>
    /// <param name="name">Name of the lock file.</param>
    /// <param name="held">Gives the lock back when it is disposed; null unless the outcome is ok.</param>
    public static FileOutcome Take(IDiskFiles files, string name, out IDisposable? held)
    {
        using ManualResetEventSlim pause = new();
        FileOutcome outcome = files.Lock(name, out held);
        for (int i = 1; outcome.Fault == FileFault.InUse && i < Attempts; i++)
        {
            pause.Wait(Pause);
            outcome = files.Lock(name, out held);
        }

        return outcome;
    }
}
