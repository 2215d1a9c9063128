using System.Xml.Linq;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>
/// The package of clients/python as pip builds and installs it, into an environment of its own. Without an index: what
/// it requires is Debian's.
/// </summary>
public sealed class PythonInstallTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [PythonInstallFact]
    public void Install_IntoAnEnvironment_HasModuleCommandAndVersion()
    {
        string environment = _folder.File("environment");
        string interpreter = Path.Combine(environment, "bin", "python");
        CopyPackage(_folder.File("package"));
        Run(Python.Interpreter, "-m", "venv", "--system-site-packages", "--without-pip", environment);
        Run(
            Python.Interpreter, "-m", "pip", "--python", interpreter, "install", "--no-index", "--no-build-isolation",
            "--disable-pip-version-check", "--quiet", _folder.File("package"));

        Run(
            interpreter, "-c",
            "import importlib.metadata, telemetry; print(importlib.metadata.version('telemetry'), telemetry.__file__)")
            .ShouldStartWith($"{Version} {environment}");
        Run(Path.Combine(environment, "bin", "telemetry"), "--help").ShouldContain("{subscribe,info,bench}");
        Run(
            interpreter, "-B", "-m", "unittest", "discover", "-p", "test_recording.py",
            "-s", Repository.PathOf("clients", "python", "tests"));
    }

    private static string Version =>
        XDocument.Load(Repository.PathOf("Directory.Build.props")).Descendants("Version").Single().Value;

    private static string Run(string program, params string[] arguments)
    {
        using HostProcess process = HostProcess.Run(Path.GetFileName(program), program, [], arguments);
        process.WaitForExit(Limit).ShouldBe(0, process.Everything);
        return string.Join('\n', process.Output);
    }

    // pip writes into the folder that it builds.
    private static void CopyPackage(string to)
    {
        string from = Repository.PathOf("clients", "python");
        foreach (string file in (string[])
        [
            "pyproject.toml", "README.md",
            .. Directory.GetFiles(Path.Combine(from, "src", "telemetry")).Select(path => Path.GetRelativePath(from, path)),
        ])
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(to, file))!);
            File.Copy(Path.Combine(from, file), Path.Combine(to, file));
        }
    }
}
