using System.Runtime.InteropServices;
using SQLitePCL;

namespace SignalMonitor.Variables.Sqlite;

/// <summary>The file of a connection, as SQLite has it; SQLitePCLRaw 2.1 does not have this function.</summary>
internal static class SqliteFile
{
    private const string Library = "e_sqlite3";

    // SQLITE_FCNTL_HAS_MOVED.
    private const int HasMovedOperation = 20;

    private static readonly Lazy<FileControl> Control = new(() => Marshal.GetDelegateForFunctionPointer<FileControl>(
        NativeLibrary.GetExport(
            NativeLibrary.Load(Library, typeof(SQLite3Provider_e_sqlite3).Assembly, null), "sqlite3_file_control")));

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    private delegate int FileControl(nint connection, nint database, int operation, ref int answer);

    /// <summary>
    /// True when the file of a connection was replaced, renamed or removed: by its inode. Where files that are open
    /// cannot be replaced, never.
    /// </summary>
    public static bool HasMoved(sqlite3 connection)
    {
        int moved = 0;
        return Control.Value(connection.DangerousGetHandle(), 0, HasMovedOperation, ref moved) == raw.SQLITE_OK
            && moved != 0;
    }
}
