using System.Globalization;
using System.Runtime.InteropServices;

namespace Testing.Processes;

/// <summary>Signals and the process table of Linux, by process id.</summary>
public static partial class ProcessSignals
{
    public const int Interrupt = 2;

    public const int Kill = 9;

    public const int Terminate = 15;

    public const int Continue = 18;

    public const int Stop = 19;

    public static void Send(int process, int signal)
    {
        if (SendSignal(process, signal) != 0)
            throw new InvalidOperationException($"kill -{signal} {process}: error {Marshal.GetLastPInvokeError()}");
    }

    /// <summary>True while it runs; one that ended and that nobody waited for (a zombie) does not.</summary>
    public static bool IsAlive(int process) => StatOf(process) is { State: not "Z" };

    /// <summary>The living children of a process, with their command lines.</summary>
    public static Dictionary<int, string> ChildrenOf(int parent) => AllIds()
        .Where(id => StatOf(id) is { State: not "Z" } stat && stat.Parent == parent)
        .ToDictionary(id => id, id => TextOf(id, "cmdline").Replace('\0', ' '));

    /// <summary>
    /// Processes with a text in the environment that they were started with: also what a process has started, whoever
    /// its parent is by now.
    /// </summary>
    public static IEnumerable<int> WithEnvironment(string text) => AllIds()
        .Where(id => TextOf(id, "environ").Contains(text, StringComparison.Ordinal));

    /// <summary>Memory of a process that is in RAM, in bytes.</summary>
    public static long ResidentBytes(int process)
    {
        string line = File
            .ReadLines($"/proc/{process}/status")
            .First(line => line.StartsWith("VmRSS:", StringComparison.Ordinal));
        return 1024 * long.Parse(
            line.Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);
    }

    private static IEnumerable<int> AllIds() => Directory.EnumerateDirectories("/proc")
        .Select(folder => int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out int id) ? id : 0)
        .Where(id => id > 0);

    private static string TextOf(int process, string file)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/{file}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }

    // pid (name) state ppid ...; the name may hold anything, its end is the last bracket.
    private static (string State, int Parent)? StatOf(int process)
    {
        try
        {
            string stat = File.ReadAllText($"/proc/{process}/stat");
            string[] fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            return (fields[0], int.Parse(fields[1], CultureInfo.InvariantCulture));
        }
        catch (IOException)
        {
            return null;
        }
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int SendSignal(int process, int signal);
}
