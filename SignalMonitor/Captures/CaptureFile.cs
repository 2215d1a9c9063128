using FuncLibs.Blocks.Tokens;
using FuncLibs.Runtime.Files;
using FuncLibs.Signals.Limits.Breaks;

namespace SignalMonitor.Captures;

/// <summary>
/// Writes a capture as a file that is there whole or not at all: room for all of it is requested first, then write,
/// fsync, rename, fsync of the folder. Memory does not grow with the length of the capture.
/// </summary>
internal static class CaptureFile
{
    private const int ChunkPoints = 8192;

    /// <summary>
    /// Writes it. One that is there already is of the same break, seen in an earlier process of the monitor, and stays.
    /// </summary>
    /// <exception cref="IOException">The disk is full, and the like; nothing is left behind.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static void Write(string path, CaptureHeader header, PrePostBuffer samples, in PrePostCapture capture)
    {
        if (File.Exists(path))
            return;
        using PendingFile pending = new(path);
        using (FileStream file = new(pending.Path, Options(CaptureEncoding.SizeOf(header))))
        {
            WriteTo(file, header, samples, capture);
            PendingFile.Flush(file);
        }

        pending.Publish(overwrite: true);
    }

    private static FileStreamOptions Options(long size) => new()
    {
        Mode = FileMode.Create,
        Access = FileAccess.Write,
        Share = FileShare.None,
        PreallocationSize = size,
        BufferSize = 0,
    };

    private static void WriteTo(FileStream file, CaptureHeader header, PrePostBuffer samples, in PrePostCapture capture)
    {
        double[] values = new double[ChunkPoints];
        byte[] bytes = new byte[ChunkPoints * Float64Run.BytesPerItem];
        file.Write(CaptureEncoding.Head(header));
        for (int column = 0; column < header.Columns.Length; column++)
        {
            file.Write(CaptureEncoding.ColumnHead(header.Columns[column], capture.Points));
            for (int from = 0; from < capture.Points; from += ChunkPoints)
            {
                int points = Math.Min(ChunkPoints, capture.Points - from);
                PrePostCapture part = capture with { FirstIndex = capture.FirstIndex + from, Points = points };
                samples.CopyTo(part, column, values);
                file.Write(bytes, 0, Float64Run.Write(values.AsSpan(0, points), bytes));
            }
        }
    }
}
