using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// The segment that records are added to. Journal thread only, except <see cref="Info"/>.
/// </summary>
internal sealed class OpenSegment : IDisposable
{
    private readonly IDiskFiles _files;
    private readonly IDiskFile _file;
    private readonly long _headBytes;

    private OpenSegment(IDiskFiles files, IDiskFile file, Segment info)
    {
        _files = files;
        _file = file;
        _headBytes = info.WrittenBytes;
        Info = info;
    }

    /// <summary>What readers see of it.</summary>
    public Segment Info { get; }

    /// <summary>True when it holds nothing but the copy of a catalogue.</summary>
    public bool IsEmpty => Info.WrittenBytes == _headBytes;

    /// <summary>False once the file was taken away from under it.</summary>
    public bool IsThere => _file.Exists;

    /// <summary>
    /// Makes the file with the catalogue in force at its head, its name durable. After a failure no file is left.
    /// </summary>
    public static FileOutcome Begin(
        IDiskFiles files, SegmentName name, ReadOnlySpan<byte> catalogue, out OpenSegment? segment)
    {
        segment = null;
        FileOutcome outcome = files.Create(name.File, out IDiskFile? file);
        if (!outcome.IsOk)
            return outcome;
        if (!catalogue.IsEmpty)
            outcome = file!.Write(0, catalogue);
        if (outcome.IsOk)
            outcome = files.FlushFolder();
        if (!outcome.IsOk)
        {
            file!.Dispose();
            files.Delete(name.File);
            return outcome;
        }

        var info = new Segment(name, new SegmentIndex());
        info.Grow(catalogue.Length, 0);
        segment = new OpenSegment(files, file!, info);
        return outcome;
    }

    /// <summary>Writes records after the last; they count only once <see cref="Segment.Grow"/> was called.</summary>
    public FileOutcome Write(ReadOnlySpan<byte> records) => _file.Write(Info.WrittenBytes, records);

    /// <summary>fsync.</summary>
    public FileOutcome Flush() => _file.Flush();

    /// <summary>
    /// Ends the segment: cuts what a failed write may have left, writes the index. Both only help the next start; their
    /// failure changes nothing. A segment without records goes.
    /// </summary>
    /// <returns>False when the index could not be written.</returns>
    public bool Close(bool suspect)
    {
        if (suspect)
            _file.Truncate(Info.WrittenBytes);
        Info.Close(suspect);
        if (!IsEmpty)
        {
            bool isWritten = IndexFile.Write(_files, Info).IsOk;
            if (isWritten)
                Info.DropIndex();
            return isWritten;
        }

        _files.Delete(Info.Name.File);
        return true;
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();
}
