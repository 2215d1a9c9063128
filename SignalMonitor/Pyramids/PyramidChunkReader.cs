using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Files;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Pyramids;

/// <summary>Reads columns of chunks. Its memory is used again for chunk after chunk; one thread.</summary>
/// <param name="file">The file of chunks.</param>
internal sealed class PyramidChunkReader(IDiskFile file)
{
    private readonly Bucket[] _cells = new Bucket[PyramidLevels.MaxRows];
    private byte[] _directory = [];
    private byte[] _data = [];
    private PyramidEntry _entry;
    private int _directoryLength;

    /// <summary>Begins a chunk; not ok when the disk refused or the directory is damaged.</summary>
    /// <param name="entry">The chunk.</param>
    /// <param name="columns">Its columns.</param>
    public FileOutcome Begin(in PyramidEntry entry, int columns)
    {
        _entry = entry;
        _directoryLength = columns * PyramidChunk.EntrySize;
        if (_directory.Length < _directoryLength)
            _directory = new byte[_directoryLength];
        Span<byte> directory = _directory.AsSpan(0, _directoryLength);
        FileOutcome outcome = file.Read(entry.Offset, directory, out int read);
        return !outcome.IsOk ? outcome
            : read < directory.Length || Crc32C.Compute(directory) != entry.DirectoryCrc ? Damaged("its directory")
            : FileOutcome.Ok;
    }

    /// <summary>Reads a column of the chunk.</summary>
    /// <param name="column">The column.</param>
    /// <param name="cells">Its buckets, until the next call.</param>
    public FileOutcome Read(int column, out ReadOnlySpan<Bucket> cells)
    {
        Span<Bucket> target = _cells.AsSpan(0, _entry.Rows);
        cells = target;
        (int offset, int length) = PyramidChunk.Find(_directory.AsSpan(0, _directoryLength), column);
        if (offset < 0 || length < 0 || offset > _entry.Length - length)
            return Damaged("its directory");
        if (_data.Length < length)
            _data = new byte[length];
        Span<byte> data = _data.AsSpan(0, length);
        FileOutcome outcome = file.Read(_entry.Offset + offset, data, out int read);
        return !outcome.IsOk ? outcome
            : read < length || !PyramidChunk.TryRead(_directory, column, data, target) ? Damaged($"column {column}")
            : FileOutcome.Ok;
    }

    private FileOutcome Damaged(string what) => FileOutcome.Failed(
        FileFault.Device, "read", "the pyramid", $"{what} of the chunk at byte {_entry.Offset} is damaged");
}
