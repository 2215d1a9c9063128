using FuncLibs.Runtime.Files;

namespace SignalMonitor.Exporting.Formats;

/// <summary>Files of an export, written from the beginning to the end.</summary>
internal static class ExportFile
{
    /// <summary>Creates it.</summary>
    /// <param name="path">Where.</param>
    /// <param name="bufferBytes">Gathered before it is written; 0 = the caller writes large pieces.</param>
    public static FileStream Create(string path, int bufferBytes = 0) => Open(path, FileMode.Create, bufferBytes);

    /// <summary>Opens one that was left, and cuts it.</summary>
    /// <param name="path">Where.</param>
    /// <param name="bytes">What stays of it.</param>
    /// <param name="bufferBytes">Gathered before it is written.</param>
    /// <exception cref="InvalidDataException">It has fewer bytes.</exception>
    public static FileStream Continue(string path, long bytes, int bufferBytes = 0)
    {
        FileStream file = Open(path, FileMode.Open, bufferBytes);
        try
        {
            if (file.Length < bytes)
                throw new InvalidDataException($"{path} has {file.Length} bytes and should have {bytes} or more");
            file.SetLength(bytes);
            file.Position = bytes;
            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Flushes it to the disk.</summary>
    public static void Complete(FileStream file) => PendingFile.Flush(file);

    private static FileStream Open(string path, FileMode mode, int bufferBytes) => new(path, new FileStreamOptions
    {
        Mode = mode,
        Access = FileAccess.ReadWrite,
        Share = FileShare.Read,
        BufferSize = bufferBytes,
    });
}
