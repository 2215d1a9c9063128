using FuncLibs.Runtime.Files;
using Microsoft.Win32.SafeHandles;

namespace Testing.Journal;

/// <summary>
/// A file of <see cref="PowerCutFiles"/>. Its fsync only notes what is durable: the power is cut by the test, and
/// hundreds of runs would wait for the disk otherwise.
/// </summary>
internal sealed class PowerCutFile : IDiskFile
{
    private readonly IDiskFile _file;
    private readonly SafeFileHandle _reader;
    private readonly UnsyncedPages _pages;

    public PowerCutFile(string path, IDiskFile file, UnsyncedPages pages)
    {
        (_file, _pages) = (file, pages);
        _reader = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
    }

    public bool Exists => _file.Exists;

    public FileOutcome Length(out long bytes) => _file.Length(out bytes);

    public FileOutcome Read(long offset, Span<byte> target, out int read) => _file.Read(offset, target, out read);

    public FileOutcome Write(long offset, ReadOnlySpan<byte> bytes)
    {
        _pages.Keep(_reader, offset, bytes.Length);
        return _file.Write(offset, bytes);
    }

    public FileOutcome Flush()
    {
        FileOutcome outcome = _file.Length(out long length);
        if (outcome.IsOk)
            _pages.Clear(length);
        return outcome;
    }

    public FileOutcome Truncate(long length)
    {
        _pages.Keep(_reader, length, Math.Max(0, RandomAccess.GetLength(_reader) - length));
        return _file.Truncate(length);
    }

    public void Dispose()
    {
        _reader.Dispose();
        _file.Dispose();
    }
}
