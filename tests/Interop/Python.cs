using System.Diagnostics;
using Testing.Processes;

namespace Interop;

/// <summary>The Python of the system, with the ZeroMQ and MessagePack libraries that are not ours.</summary>
internal static class Python
{
    public const string Interpreter = "/usr/bin/python3";

    /// <summary>Why its tests cannot run here; null when they can.</summary>
    public static string? Missing { get; } = FindMissing();

    /// <summary>Starts one of the scripts beside the test.</summary>
    public static HostProcess Start(string script, params IEnumerable<string> arguments) => HostProcess.Run(
        script, Interpreter, [], ["-B", Path.Combine(AppContext.BaseDirectory, "python", script), .. arguments]);

    private static string? FindMissing()
    {
        if (!File.Exists(Interpreter))
            return $"{Interpreter} is not installed (Debian: apt-get install python3 python3-zmq python3-msgpack)";
        var start = new ProcessStartInfo(Interpreter, ["-c", "import zmq, msgpack, h5py"]) { RedirectStandardError = true };
        using Process probe = Process.Start(start)!;
        probe.StandardError.ReadToEnd();
        probe.WaitForExit();
        return probe.ExitCode == 0
            ? null
            : $"{Interpreter} has no zmq, msgpack or h5py (Debian: apt-get install python3-zmq python3-msgpack "
                + "python3-h5py)";
    }
}

/// <summary>A fact that needs Python; skipped with the reason where it is missing.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class PythonFactAttribute : FactAttribute
{
    public PythonFactAttribute() => Skip = Python.Missing;
}

/// <summary>A theory that needs Python; skipped with the reason where it is missing.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class PythonTheoryAttribute : TheoryAttribute
{
    public PythonTheoryAttribute() => Skip = Python.Missing;
}
