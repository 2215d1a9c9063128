using System.Diagnostics;

namespace Benchmarks.Archive;

/// <summary>
/// Debian's PostgreSQL with a data folder of its own, on a Unix socket in that folder, with the settings that it is
/// installed with. It refuses to run as root, and then runs as the user postgres.
/// </summary>
internal sealed class BenchmarkPostgres : IDisposable
{
    private const string Account = "postgres";
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly string _folder = Directory.CreateTempSubdirectory("telemetry-bench-pg-").FullName;
    private readonly string _programs;

    private BenchmarkPostgres(string programs)
    {
        _programs = programs;
        if (Environment.IsPrivilegedProcess)
            Call("chown", [Account, _folder], asAccount: false);
        Call("initdb", ["-D", Data, "-U", Account, "-A", "trust", "-E", "UTF8", "--no-locale"]);
        Call(
            "pg_ctl",
            [
                "-D", Data, "-w", "-l", Path.Combine(_folder, "log"), "-o",
                $"-c listen_addresses= -c unix_socket_directories={_folder}", "start",
            ]);
    }

    /// <summary>Where a client finds it.</summary>
    public string Connection => $"Host={_folder};Username={Account};Database=postgres";

    private string Data => Path.Combine(_folder, "data");

    /// <summary>Starts a server; null where PostgreSQL is not installed.</summary>
    /// <exception cref="InvalidDataException">It did not start.</exception>
    public static BenchmarkPostgres? Start() => Directory.Exists("/usr/lib/postgresql")
        && Directory.GetDirectories("/usr/lib/postgresql").Select(version => Path.Combine(version, "bin"))
            .FirstOrDefault(bin => File.Exists(Path.Combine(bin, "initdb"))) is { } programs
                ? new BenchmarkPostgres(programs) : null;

    /// <inheritdoc/>
    public void Dispose()
    {
        Call("pg_ctl", ["-D", Data, "-w", "-m", "immediate", "stop"]);
        Directory.Delete(_folder, recursive: true);
    }

    private void Call(string program, string[] arguments, bool asAccount = true)
    {
        bool change = asAccount && Environment.IsPrivilegedProcess;
        string path = asAccount ? Path.Combine(_programs, program) : program;
        string[] words = change
            ? [$"--reuid={Account}", $"--regid={Account}", "--clear-groups", path, .. arguments] : arguments;

        // The server keeps what it inherits open: redirected streams would never end.
        using Process process = Process.Start(
            new ProcessStartInfo(change ? "setpriv" : path, words) { WorkingDirectory = "/" })!;
        if (!process.WaitForExit(Limit) || process.ExitCode != 0)
            throw new InvalidDataException($"{program} {string.Join(' ', arguments)} failed");
    }
}
