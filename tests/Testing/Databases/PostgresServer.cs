using System.Diagnostics;
using System.Globalization;
using Testing.Processes;

namespace Testing.Databases;

/// <summary>
/// Debian's PostgreSQL with its own data folder, on a Unix socket in that folder: no port, no system service. It
/// refuses to run as root, and then runs as the user postgres. One server a test process; databases are made in it.
/// </summary>
public sealed class PostgresServer : IDisposable
{
    private const string User = "telemetry";
    private const string Account = "postgres";
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly string? Programs = Directory.Exists("/usr/lib/postgresql")
        ? Directory.GetDirectories("/usr/lib/postgresql").Select(
            version => Path.Combine(version, "bin")).FirstOrDefault(bin => File.Exists(Path.Combine(bin, "initdb")))
        : null;

    private readonly string _folder = Directory.CreateTempSubdirectory("telemetry-pg-").FullName;
    private int _databases;

    private PostgresServer()
    {
        if (Environment.IsPrivilegedProcess)
            Call("chown", [Account, _folder], asAccount: false);
        Call(
            Path.Combine(Programs!, "initdb"),
            ["-D", Data, "-U", User, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]);
        Call(
            Path.Combine(Programs!, "pg_ctl"),
            [
                "-D",
                Data,
                "-w",
                "-l",
                Path.Combine(_folder, "log"),
                "-o",
                $"-c listen_addresses= -c fsync=off -c client_connection_check_interval=100 -c "
                    + $"unix_socket_directories={_folder}",
                "start",
            ]);
    }

    /// <summary>Why there is no server on this machine; null = there is.</summary>
    public static string? Missing => !OperatingSystem.IsLinux() ? "not on Linux"
        : Programs is null ? "PostgreSQL is not installed: sudo apt-get install postgresql"
        : null;

    private string Data => Path.Combine(_folder, "data");

    /// <summary>Starts a server.</summary>
    public static PostgresServer Start() => new();

    /// <summary>Makes an empty database.</summary>
    public string NewDatabase()
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"db{Interlocked.Increment(ref _databases)}");
        Sql("postgres", $"CREATE DATABASE {name}");
        return name;
    }

    /// <summary>The connection string of a database.</summary>
    public string Connection(string database) => $"Host={_folder};Username={User};Database={database};Pooling=false";

    /// <summary>Runs SQL by the server's own client.</summary>
    public void Sql(string database, string sql) =>
        Call(
            Path.Combine(Programs!, "psql"),
            ["-h", _folder, "-U", User, "-d", database, "-v", "ON_ERROR_STOP=1", "-q", "-c", sql],
            asAccount: false);

    /// <summary>A client that holds a transaction open until it is disposed.</summary>
    public HostProcess Hold(string database, string sql)
    {
        HostProcess client = HostProcess.Run(
            "psql", Path.Combine(Programs!, "psql"), [],
            [
                "-h", _folder, "-U", User, "-d", database, "-q", "-t", "-c", "BEGIN", "-c", sql, "-c", @"\echo held",
                "-c", "SELECT pg_sleep(60)",
            ]);
        Eventually.True(() => client.Output.Contains("held") || !client.IsRunning, "psql holds its lock");
        return client;
    }

    /// <summary>Stops it.</summary>
    public void Stop() => Call(Path.Combine(Programs!, "pg_ctl"), ["-D", Data, "-w", "-m", "immediate", "stop"]);

    /// <inheritdoc/>
    public void Dispose()
    {
        if (File.Exists(Path.Combine(Data, "postmaster.pid")))
            Stop();
        Directory.Delete(_folder, recursive: true);
    }

    private static void Call(string program, string[] arguments, bool asAccount = true)
    {
        bool change = asAccount && Environment.IsPrivilegedProcess;
        string file = change ? "setpriv" : program;
        string[] words =
            change ? [$"--reuid={Account}", $"--regid={Account}", "--clear-groups", program, .. arguments] : arguments;
        var start = new ProcessStartInfo(file, words) { WorkingDirectory = "/" };

        // The server keeps what it inherits open: redirected streams would never end.
        using Process process = Process.Start(start)!;
        if (!process.WaitForExit(Limit) || process.ExitCode != 0)
            throw new InvalidOperationException($"{program} {string.Join(' ', arguments)} failed");
    }
}
