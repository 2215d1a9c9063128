using System.IO.MemoryMappedFiles;
using System.Runtime.InteropServices;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Journal.Position;

/// <summary>
/// The last sequence of each stream in a memory-mapped file: what was stored outlives the process, however it ends, at
/// the price of one store to memory. The publish thread stores before each send; so the file is never behind what a
/// consumer can have seen.
/// </summary>
public sealed unsafe class PublisherPositionFile : IDisposable
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string FileName = "position";

    /// <summary>Streams that it has places for.</summary>
    public const int MaxStreams = PositionLayout.MaxStreams;

    private const string PendingName = FileName + ".new";

    private readonly MemoryMappedFile _map;
    private readonly MemoryMappedViewAccessor _view;
    private readonly byte* _bytes;

    // Publish thread.
    private int _count;

    private PublisherPositionFile(string path)
    {
        _map = MemoryMappedFile.CreateFromFile(
            path, FileMode.Open, mapName: null, capacity: 0, MemoryMappedFileAccess.ReadWrite);
        _view = _map.CreateViewAccessor(0, PositionLayout.Size);
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref _bytes);
        _bytes += _view.PointerOffset;
    }

    private Span<byte> Bytes => new(_bytes, PositionLayout.Size);

    private ReadOnlySpan<uint> Ids =>
        MemoryMarshal.Cast<byte, uint>(Bytes.Slice(PositionLayout.IdsOffset, _count * sizeof(uint)));

    /// <summary>Reads what the last run left.</summary>
    /// <param name="files">The state folder.</param>
    /// <param name="snapshot">Null when there is no file, or no valid one.</param>
    /// <param name="fault">Why it is not valid; null otherwise.</param>
    public static FileOutcome Read(IDiskFiles files, out PositionSnapshot? snapshot, out string? fault)
    {
        snapshot = null;
        fault = null;
        FileOutcome outcome = files.OpenToRead(FileName, out IDiskFile? file);
        if (!outcome.IsOk)
            return outcome;
        using (file)
        {
            // A byte more than it may have: a longer file is as wrong as a shorter one.
            byte[] bytes = new byte[PositionLayout.Size + 1];
            outcome = file!.Read(0, bytes, out int read);
            if (outcome.IsOk)
                snapshot = PositionLayout.Read(bytes.AsSpan(0, read), BootId.Current, out fault);
            return outcome;
        }
    }

    /// <summary>
    /// Begins the file of a new epoch instead of the old one; its name and blocks are durable when this returns,
    /// so that no later store can meet a full disk.
    /// </summary>
    public static FileOutcome Begin(IDiskFiles files, Guid publisher, ulong epoch, out PublisherPositionFile? position)
    {
        position = null;
        byte[] content = new byte[PositionLayout.Size];
        PositionLayout.Begin(content, publisher, epoch, BootId.Current);
        FileOutcome outcome = files.Delete(PendingName);
        if (outcome.IsOk)
            outcome = Write(files, content);
        if (outcome.IsOk)
            outcome = files.Rename(PendingName, FileName);
        if (outcome.IsOk)
            outcome = files.FlushFolder();
        return outcome.IsOk ? Map(Path.Combine(files.Folder, FileName), out position) : outcome;
    }

    /// <summary>
    /// Publish thread: this sequence is about to be sent. Does not allocate and makes no system call.
    /// </summary>
    /// <returns>False when all places for streams are taken; then this stream's end is unknown after an unclean
    /// stop.</returns>
    public bool Store(uint stream, ulong sequence)
    {
        int place = Ids.IndexOf(stream);
        if (place < 0 && (place = Add(stream)) < 0)
            return false;
        Volatile.Write(ref *(ulong*)(_bytes + PositionLayout.SequencesOffset + (place * sizeof(ulong))), sequence);
        return true;
    }

    /// <summary>
    /// The clean end: nothing is stored any more. Survives a power cut when it is ok, and the end of the process in any
    /// case.
    /// </summary>
    public FileOutcome MarkClean()
    {
        Volatile.Write(ref *(ulong*)(_bytes + PositionLayout.CleanOffset), 1);
        try
        {
            _view.Flush();
            return FileOutcome.Ok;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return DiskCall.Outcome(e, "flush", FileName);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _map.Dispose();
    }

    private static FileOutcome Write(IDiskFiles files, byte[] content)
    {
        FileOutcome outcome = files.Create(PendingName, out IDiskFile? file);
        if (!outcome.IsOk)
            return outcome;
        using (file)
        {
            outcome = file!.Write(0, content);
            return outcome.IsOk ? file.Flush() : outcome;
        }
    }

    private static FileOutcome Map(string path, out PublisherPositionFile? position)
    {
        position = null;
        try
        {
            position = new PublisherPositionFile(path);
            return FileOutcome.Ok;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return DiskCall.Outcome(e, "map", path);
        }
    }

    // The id is before the word that makes it valid: a process that ends between the two leaves the old streams
    // valid.
    private int Add(uint stream)
    {
        if (_count == PositionLayout.MaxStreams)
            return -1;
        *(uint*)(_bytes + PositionLayout.IdsOffset + (_count * sizeof(uint))) = stream;
        Volatile.Write(ref *(ulong*)(_bytes + PositionLayout.WordOffset), PositionLayout.WordFor(Bytes, _count + 1));
        return _count++;
    }
}

/// <summary>What the last run of a publisher left in its position file.</summary>
/// <param name="Publisher">The publisher.</param>
/// <param name="Epoch">Its epoch.</param>
/// <param name="IsClean">True after a clean stop.</param>
/// <param name="IsExact">True when the numbers are the last that were sent: after a clean stop, or when the system has
/// not restarted since. False after a power cut, where they may lag behind by at most one commit interval.</param>
/// <param name="Streams">Each stream's last sequence.</param>
public sealed record PositionSnapshot(
    Guid Publisher, ulong Epoch, bool IsClean, bool IsExact, IReadOnlyList<StreamSequence> Streams)
{
    /// <summary>Last sequence of a stream; 0 when it sent nothing.</summary>
    public ulong LastOf(uint stream) => Streams.FirstOrDefault(position => position.Stream == stream).Last;
}

/// <summary>The last sequence that a stream was given, stored before its frame was sent.</summary>
/// <param name="Stream">The stream.</param>
/// <param name="Last">The sequence.</param>
public readonly record struct StreamSequence(uint Stream, ulong Last);
