using System.IO.Compression;
using SignalMonitor.Exporting.Formats;

namespace SignalMonitor.Exporting.Jobs;

/// <summary>
/// Puts the files of an export into one that a browser can fetch. Each is removed when it is in, so the disk needs room
/// for the longest of them once more, not for all.
/// </summary>
internal static class ExportZip
{
    private const int PieceBytes = 1 << 20;

    /// <summary>Makes the zip; the files and folders beside it are gone then.</summary>
    /// <param name="folder">Folder of the files.</param>
    /// <param name="files">Their paths.</param>
    /// <param name="name">Name of the zip.</param>
    /// <param name="room">Asked before each file, and while it is copied.</param>
    /// <returns>Its path.</returns>
    /// <exception cref="IOException">The disk is full, or has too little room.</exception>
    /// <exception cref="OperationCanceledException">The export is to end.</exception>
    public static string Create(string folder, string[] files, string name, ExportRoom room)
    {
        string zip = Path.Combine(folder, name);
        using (ZipArchive archive = ZipFile.Open(zip, ZipArchiveMode.Create))
        {
            foreach (string file in files.Order(StringComparer.Ordinal))
            {
                room.Demand(new FileInfo(file).Length);
                Add(archive, Path.GetRelativePath(folder, file).Replace(Path.DirectorySeparatorChar, '/'), file, room);
                File.Delete(file);
            }
        }

        foreach (string inner in Directory.GetDirectories(folder))
            Directory.Delete(inner, recursive: true);
        return zip;
    }

    private static void Add(ZipArchive archive, string name, string path, ExportRoom room)
    {
        using Stream entry = archive.CreateEntry(name, CompressionLevel.NoCompression).Open();
        using FileStream file = File.OpenRead(path);
        byte[] piece = new byte[PieceBytes];
        for (int read; (read = file.Read(piece)) > 0;)
        {
            room.Demand(read);
            entry.Write(piece, 0, read);
        }
    }
}
