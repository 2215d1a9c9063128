using FuncLibs.Runtime.Platform;

namespace SignalMonitor.Exporting.Formats;

/// <summary>Files of an export, written from the beginning to the end.</summary>
internal static class ExportFile
{
    /// <summary>Creates it.</summary>
    public static FileStream Create(string path) => new(path, new FileStreamOptions
    {
        Mode = FileMode.Create,
        Access = FileAccess.ReadWrite,
        Share = FileShare.None,
        BufferSize = 0,
    });

    /// <summary>Flushes it to the disk.</summary>
    public static void Complete(FileStream file)
    {
        file.Flush();
        FileSync.Flush(file.SafeFileHandle);
    }
}
