using System.Globalization;
using System.Runtime.InteropServices;

namespace Benchmarks.Outages;

/// <summary>Signals to a process of Linux, and its figures.</summary>
internal static partial class ProcessControl
{
    private const int SignalKill = 9;
    private const int SignalContinue = 18;
    private const int SignalStop = 19;

    /// <summary>Kills it: it cannot close anything.</summary>
    public static void Kill(int process) => Send(process, SignalKill);

    /// <summary>Freezes it.</summary>
    public static void Stop(int process) => Send(process, SignalStop);

    /// <summary>Lets it continue.</summary>
    public static void Continue(int process) => Send(process, SignalContinue);

    /// <summary>Memory of its own, files not counted, in bytes.</summary>
    public static long OwnBytes(int process)
    {
        string line = File
            .ReadLines($"/proc/{process}/status")
            .First(line => line.StartsWith("RssAnon:", StringComparison.Ordinal));
        return 1024 * long.Parse(
            line.Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);
    }

    private static void Send(int process, int signal)
    {
        if (NativeKill(process, signal) != 0)
            throw new InvalidDataException(
                $"signal {signal} did not reach process {process}: error {Marshal.GetLastPInvokeError()}");
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int NativeKill(int process, int signal);
}
