using FuncLibs.Runtime.Platform;

namespace FuncLibs.Runtime.Files;

/// <summary>
/// Keeps a path for one writer while what will be there is made: an OS lock on <c>PATH.lock</c>, a file that is removed
/// with the lock. A process that is killed leaves the file, but no lock: the next writer takes it.
/// </summary>
public static class PathLock
{
    /// <summary>Ending of the file that is locked.</summary>
    public const string Ending = ".lock";

    /// <summary>Takes the lock, without waiting.</summary>
    /// <param name="path">What will be made; it need not be there.</param>
    /// <param name="held">Gives the lock back when it is disposed; null unless the outcome is ok.</param>
    /// <returns><see cref="FileFault.InUse"/> while another holds it, in this process or another.</returns>
    public static FileOutcome Take(string path, out IDisposable? held)
    {
        string file = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path)) + Ending;
        while (true)
        {
            held = null;
            FileStream? taken;
            try
            {
                taken = new FileStream(file, new FileStreamOptions
                {
                    Mode = FileMode.OpenOrCreate,
                    Access = FileAccess.ReadWrite,
                    Share = FileShare.None,
                    BufferSize = 0,
                    Options = FileOptions.DeleteOnClose,
                });
            }
            catch (Exception e) when (DiskCall.IsExpected(e))
            {
                return DiskCall.Outcome(e, "lock", file);
            }

            // The holder before may have removed the file between the opening and the lock: that lock keeps nobody out.
            if (OpenFileName.IsStill(taken.SafeFileHandle, file))
            {
                held = taken;
                return FileOutcome.Ok;
            }

            taken.Dispose();
        }
    }
}
