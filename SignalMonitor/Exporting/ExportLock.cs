using FuncLibs.Runtime.Files;

namespace SignalMonitor.Exporting;

/// <summary>Keeps a file or folder for one export: what two write under one name is of neither.</summary>
internal static class ExportLock
{
    /// <summary>Takes the lock.</summary>
    /// <param name="path">The file or folder to make.</param>
    /// <param name="held">Gives the lock back when it is disposed; null when it was not taken.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Take(string path, out IDisposable? held)
    {
        FileOutcome outcome = PathLock.Take(path, out held);
        return outcome.IsOk ? null
            : outcome.Fault == FileFault.InUse
                ? $"another export is writing {path}; wait until it has ended, or give another --out"
            : $"{outcome}; nothing was exported";
    }
}
