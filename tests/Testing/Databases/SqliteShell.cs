using System.Runtime.InteropServices;

namespace Testing.Databases;

/// <summary>
/// SQLite's library itself, for what another program does to a database: SQL by hand, or a lock that is held. Not the code under test.
/// </summary>
public sealed partial class SqliteShell : IDisposable
{
    private const string Library = "libsqlite3.so.0";

    private readonly nint _connection;

    /// <summary>Opens a file, and makes it when it is not there.</summary>
    public SqliteShell(string path)
    {
        if (Open(path, out _connection) != 0)
            throw new InvalidOperationException($"{path}: {Reason}");
    }

    private string Reason => Marshal.PtrToStringUTF8(Message(_connection)) ?? "";

    /// <summary>Runs statements on a file.</summary>
    public static void Run(string path, string sql)
    {
        using var shell = new SqliteShell(path);
        shell.Run(sql);
    }

    /// <summary>Runs statements.</summary>
    public void Run(string sql)
    {
        if (Execute(_connection, sql, 0, 0, 0) != 0)
            throw new InvalidOperationException($"{sql}: {Reason}");
    }

    /// <inheritdoc/>
    public void Dispose() => _ = Close(_connection);

    [LibraryImport(Library, EntryPoint = "sqlite3_open", StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Open(string path, out nint connection);

    [LibraryImport(Library, EntryPoint = "sqlite3_exec", StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Execute(nint connection, string sql, nint each, nint argument, nint message);

    [LibraryImport(Library, EntryPoint = "sqlite3_errmsg")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial nint Message(nint connection);

    [LibraryImport(Library, EntryPoint = "sqlite3_close")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Close(nint connection);
}
