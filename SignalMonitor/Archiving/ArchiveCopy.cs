using System.Buffers;
using System.Collections.Immutable;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using SignalMonitor.Archiving.Documents;

namespace SignalMonitor.Archiving;

/// <summary>
/// Copies the files of a recording: each is written, made durable, and read again; its length and CRC-32C are those of
/// the source. What an earlier process copied is read instead of copied again. One thread.
/// </summary>
/// <param name="source">Folder of the recording.</param>
/// <param name="target">Folder that gets the files.</param>
/// <param name="pace">How fast.</param>
/// <param name="stop">Ends it at the next piece.</param>
internal sealed class ArchiveCopy(string source, string target, ArchivePace pace, CancellationToken stop)
{
    private const int PieceBytes = 1 << 20;

    /// <summary>The copied files, by name.</summary>
    public ImmutableArray<ArchivedFile> Files { get; private set; } = [];

    /// <summary>Files of a recording that are to be archived, by name with <c>/</c>: not those of the archive itself,
    /// and none that is being written.</summary>
    /// <exception cref="IOException">The folder cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to read it.</exception>
    public static SourceFile[] FilesOf(string folder)
    {
        EnumerationOptions options = new()
        {
            RecurseSubdirectories = true,
            AttributesToSkip = FileAttributes.ReparsePoint,
        };
        return
        [
            .. new DirectoryInfo(folder).EnumerateFiles("*", options)
                .Select(file => new SourceFile(
                    Path.GetRelativePath(folder, file.FullName).Replace('\\', '/'), file.Length, file.LastWriteTimeUtc))
                .Where(file => !IsOwn(file.Name))
                .OrderBy(file => file.Name, StringComparer.Ordinal),
        ];
    }

    /// <summary>Copies all files.</summary>
    /// <returns>What stopped it; null when all are there.</returns>
    public PushOutcome? Run()
    {
        SourceFile[] files;
        try
        {
            files = FilesOf(source);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return PushOutcome.Failed(PushState.SourceFails, $"{source} cannot be read ({OneLine.Format(e)})");
        }

        List<ArchivedFile> copied = [];
        byte[] piece = ArrayPool<byte>.Shared.Rent(PieceBytes);
        try
        {
            RemoveOthers([.. files.Select(file => file.Name)]);
            foreach (SourceFile file in files)
            {
                if (Copy(file, piece, out ArchivedFile? one) is { } fault)
                    return fault;
                copied.Add(one!);
            }

            IEnumerable<string> folders = copied.Select(file => Path.GetDirectoryName(file.PathIn(target))!);
            foreach (string folder in folders.Append(target).Distinct())
            {
                FileOutcome flushed = new DiskFiles(folder).FlushFolder();
                if (!flushed.IsOk)
                    return PushOutcome.Failed(PushState.ArchiveFails, flushed.ToString());
            }

            // One that was repaired or marked meanwhile is copied again later.
            if (!files.SequenceEqual(FilesOf(source)))
                return PushOutcome.Failed(
                    PushState.SourceFails, $"{source} was changed while it was copied; it is copied again");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return PushOutcome.Failed(PushState.ArchiveFails, $"{target} cannot be written ({OneLine.Format(e)})");
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(piece);
        }

        Files = [.. copied];
        return null;
    }

    /// <summary>CRC-32C of a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="piece">Memory to read with.</param>
    /// <param name="length">Its length.</param>
    /// <param name="stop">Ends it at the next piece.</param>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to read it.</exception>
    /// <exception cref="OperationCanceledException">It was ended.</exception>
    public static uint CrcOf(string path, byte[] piece, out long length, CancellationToken stop)
    {
        using FileStream file = Open(path);
        uint crc = 0;
        length = 0;
        for (int read; (read = file.Read(piece)) > 0; length += read)
        {
            stop.ThrowIfCancellationRequested();
            crc = Crc32C.Append(crc, piece.AsSpan(0, read));
        }

        return crc;
    }

    private static bool IsOwn(string name) => name is ArchiveMark.FileName or ArchiveManifest.FileName
        || name.EndsWith(PendingFile.Ending, StringComparison.Ordinal)
        || name.EndsWith(PathLock.Ending, StringComparison.Ordinal);

    private static FileStream Open(string path) => new(path, new FileStreamOptions
    {
        Mode = FileMode.Open,
        Access = FileAccess.Read,
        Share = FileShare.ReadWrite | FileShare.Delete,
        BufferSize = 0,
        Options = FileOptions.SequentialScan,
    });

    // Left by an earlier process, of files that the recording has no more.
    private void RemoveOthers(HashSet<string> names)
    {
        Directory.CreateDirectory(target);
        foreach (FileInfo file in new DirectoryInfo(target).EnumerateFiles("*", SearchOption.AllDirectories))
        {
            if (!names.Contains(Path.GetRelativePath(target, file.FullName).Replace('\\', '/')))
                file.Delete();
        }
    }

    private PushOutcome? Copy(SourceFile file, byte[] piece, out ArchivedFile? copied)
    {
        copied = null;
        string path = new ArchivedFile(file.Name, 0, "").PathIn(target);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        bool isThere = new FileInfo(path) is { Exists: true } earlier && earlier.Length == file.Bytes;
        using FileStream? written = isThere ? null : new FileStream(path, FileMode.Create, FileAccess.Write);
        if (Read(file, piece, written, out uint crc, out long length) is { } fault)
            return fault;
        if (written is not null)
        {
            PendingFile.Flush(written);
            written.Dispose();
        }

        if (stop.IsCancellationRequested)
            return PushOutcome.Ended;
        if (CrcOf(path, piece, out long there, CancellationToken.None) != crc || there != length)
        {
            // Not what an earlier process copied, or a disk that does not keep what is written.
            File.Delete(path);
            return PushOutcome.Failed(
                PushState.ArchiveFails, $"{path} is not what was copied; it is removed and copied again");
        }

        copied = new ArchivedFile(file.Name, length, ArchivedFile.TextOf(crc));
        return null;
    }

    // Faults of the source concern this recording alone.
    private PushOutcome? Read(SourceFile file, byte[] piece, FileStream? written, out uint crc, out long length)
    {
        (crc, length) = (0, 0);
        string path = new ArchivedFile(file.Name, 0, "").PathIn(source);
        FileStream? open = null;
        try
        {
            while (true)
            {
                if (stop.IsCancellationRequested)
                    return PushOutcome.Ended;
                int read;
                try
                {
                    open ??= Open(path);
                    read = open.Read(piece);
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException)
                {
                    return PushOutcome.Failed(PushState.SourceFails, $"{path} cannot be read ({OneLine.Format(e)})");
                }

                if (read == 0)
                    return null;
                crc = Crc32C.Append(crc, piece.AsSpan(0, read));
                length += read;
                written?.Write(piece, 0, read);
                pace.Copied(read, stop);
            }
        }
        finally
        {
            open?.Dispose();
        }
    }
}

/// <summary>A file of a recording.</summary>
/// <param name="Name">Its name below the folder of the recording, with <c>/</c>.</param>
/// <param name="Bytes">Its length.</param>
/// <param name="WrittenUtc">When it was written last.</param>
internal sealed record SourceFile(string Name, long Bytes, DateTime WrittenUtc);
