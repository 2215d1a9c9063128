using System.Diagnostics;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>The Python of the system, with the ZeroMQ and MessagePack libraries that are not ours.</summary>
internal static class Python
{
    public const string Interpreter = "/usr/bin/python3";

    private const string Packages = "python3-zmq python3-msgpack python3-numpy python3-h5py python3-cbor2";
    private const string Installer = "python3-pip python3-setuptools python3-wheel";

    /// <summary>Why its tests cannot run here; null when they can.</summary>
    public static string? Missing { get; } = FindMissing("zmq, msgpack, numpy, h5py, cbor2", Packages);

    // pip is imported last: setuptools replaces the distutils that it brings.
    /// <summary>Why a package cannot be installed here; null when it can.</summary>
    public static string? MissingInstaller { get; } = FindMissing("setuptools, wheel, pip", Installer);

    /// <summary>Starts one of the scripts beside the test.</summary>
    public static HostProcess Start(string script, params IEnumerable<string> arguments) => HostProcess.Run(
        script,
        Interpreter,
        WithPackage,
        ["-B", Path.Combine(AppContext.BaseDirectory, "python", script), .. arguments]);

    /// <summary>Starts a module of the package in clients/python, or of Python itself.</summary>
    /// <param name="words">Words before its name, such as <c>-W error</c>.</param>
    /// <param name="module">The module.</param>
    /// <param name="arguments">Its arguments.</param>
    public static HostProcess StartModule(
        IEnumerable<string> words, string module, params IEnumerable<string> arguments) =>
        HostProcess.Run(module, Interpreter, WithPackage, ["-B", .. words, "-m", module, .. arguments]);

    /// <summary>Starts `python3 -m telemetry subscribe` at a connector.</summary>
    /// <param name="connector">The connector.</param>
    /// <param name="blocks">Blocks until it ends; -1 = it goes on.</param>
    /// <param name="more">More arguments, such as keys.</param>
    public static HostProcess StartSubscriber(HostProcess connector, int blocks, params IEnumerable<string> more) =>
        StartModule(
            [],
            "telemetry",
            [
                "subscribe", connector.Endpoint("publish"), "--control", connector.Endpoint("control"), "--blocks",
                $"{blocks}", .. more,
            ]);

    // The package as it is in the checkout, without an installation.
    private static Dictionary<string, string> WithPackage =>
        new() { ["PYTHONPATH"] = Repository.PathOf("clients", "python", "src") };

    private static string? FindMissing(string modules, string packages)
    {
        if (!File.Exists(Interpreter))
            return $"{Interpreter} is not installed (Debian: apt-get install python3 {packages})";
        var start = new ProcessStartInfo(Interpreter, ["-c", $"import {modules}"])
        {
            RedirectStandardError = true,
        };
        using Process probe = Process.Start(start)!;
        probe.StandardError.ReadToEnd();
        probe.WaitForExit();
        return probe.ExitCode == 0
            ? null
            : $"{Interpreter} lacks one of {modules} (Debian: apt-get install {packages})";
    }
}

/// <summary>A fact that installs the package of clients/python; skipped with the reason where it cannot.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class PythonInstallFactAttribute : FactAttribute
{
    public PythonInstallFactAttribute() => Skip = Python.Missing ?? Python.MissingInstaller;
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
