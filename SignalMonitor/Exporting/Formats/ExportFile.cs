using FuncLibs.Runtime.Files;

namespace SignalMonitor.Exporting.Formats;

/// <summary>Files of an export, written from the beginning to the end.</summary>
internal static class ExportFile
{
    /// <summary>Creates it.</summary>
    /// <param name="path">Where.</param>
    /// <param name="bufferBytes">Gathered before it is written; 0 = the caller writes large pieces.</param>
    public static FileStream Create(string path, int bufferBytes = 0) => new(path, new FileStreamOptions
    {
        Mode = FileMode.Create,
        Access = FileAccess.ReadWrite,
        Share = FileShare.None,
        BufferSize = bufferBytes,
    });

    /// <summary>Flushes it to the disk.</summary>
    public static void Complete(FileStream file) => PendingFile.Flush(file);
}
