using System.Globalization;

namespace Benchmarks.Rigs;

/// <summary>How busy the machine was: figures of a shared one mean little without it.</summary>
internal static class MachineLoad
{
    private const string File = "/proc/loadavg";

    /// <summary>Threads that ran or wanted to, a mean of about a minute, our own among them; 0 on systems other than Linux.</summary>
    public static double OneMinute() => System.IO.File.Exists(File)
        ? double.Parse(System.IO.File.ReadAllText(File).Split(' ')[0], CultureInfo.InvariantCulture)
        : 0;
}
