using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Testing.Databases;

/// <summary>
/// Runs code on a thread that has the rights on files of the user nobody (setfsuid(2), which is per thread): root may
/// write everything, and a test of files that are read-only would prove nothing. Without root the code runs as it is.
/// </summary>
public static partial class UnprivilegedThread
{
    private const uint NobodyUid = 65534;

    /// <summary>Runs it, and hands out what it throws.</summary>
    public static void Run(Action work)
    {
        ExceptionDispatchInfo? thrown = null;
        var thread = new Thread(() =>
        {
            _ = SetFileUser(NobodyUid);
            try
            {
                work();
            }
            catch (Exception e)
            {
                thrown = ExceptionDispatchInfo.Capture(e);
            }
        });
        thread.Start();
        thread.Join();
        thrown?.Throw();
    }

    [LibraryImport("libc", EntryPoint = "setfsuid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int SetFileUser(uint user);
}
