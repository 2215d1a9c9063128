using System.Reflection;
using System.Runtime.InteropServices;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Sql;
using SQLitePCL;

namespace SignalMonitor.Variables.Sqlite;

/// <summary>
/// Finds the SQLite of the system, which gets the fixes of its distribution, under the names that it has there. The provider's assembly
/// is not ours, so it may have the one resolver of its own.
/// </summary>
internal static class SqliteLibrary
{
    private const string AskedFor = "e_sqlite3";

    private static readonly string[] Candidates =
        OperatingSystem.IsWindows() ? ["sqlite3.dll", "winsqlite3.dll"]
        : OperatingSystem.IsMacOS() ? ["libsqlite3.dylib", "/usr/lib/libsqlite3.dylib"]
        : ["libsqlite3.so.0", "libsqlite3.so"];

    // STRICT tables came with 3.37.
    private const int LeastVersion = 3_037_000;

    private static readonly Lazy<string?> Missing = new(Find);

    // SQLitePCLRaw 2.0.6 does not have this function.
    private static readonly Lazy<FileControl> Control = new(
        () => Marshal.GetDelegateForFunctionPointer<FileControl>(NativeLibrary.GetExport(_library, "sqlite3_file_control")));

    private static nint _library;

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    private delegate int FileControl(nint connection, nint database, int operation, ref int answer);

    /// <exception cref="DatabaseException">It is not installed, or too old.</exception>
    public static void Ensure()
    {
        if (Missing.Value is { } reason)
            throw new DatabaseException(DatabaseFaultKind.Failed, reason);
    }

    /// <summary>
    /// True when the file of a connection was replaced, renamed or removed: by its inode (SQLITE_FCNTL_HAS_MOVED). Where files that are
    /// open cannot be replaced, never.
    /// </summary>
    public static bool HasMoved(sqlite3 connection)
    {
        const int HasMovedOperation = 20;
        int moved = 0;
        return Control.Value(connection.DangerousGetHandle(), 0, HasMovedOperation, ref moved) == raw.SQLITE_OK && moved != 0;
    }

    private static string? Find()
    {
        try
        {
            NativeLibrary.SetDllImportResolver(typeof(SQLite3Provider_e_sqlite3).Assembly, Resolve);
            raw.SetProvider(new SQLite3Provider_e_sqlite3());
            int version = raw.sqlite3_libversion_number();
            return version >= LeastVersion ? null : $"SQLite {raw.sqlite3_libversion().utf8_to_string()} is too old; install 3.37 or newer";
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return "SQLite is not installed; on Debian or Ubuntu: sudo apt-get install libsqlite3-0";
        }
    }

    private static nint Resolve(string name, Assembly from, DllImportSearchPath? path)
    {
        if (name != AskedFor)
            return 0;
        foreach (string candidate in Candidates)
        {
            if (NativeLibrary.TryLoad(candidate, from, path, out _library))
                return _library;
        }

        return 0;
    }
}
