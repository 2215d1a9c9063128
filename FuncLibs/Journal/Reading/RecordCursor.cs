using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// Reads everything in a journal in the order in which it is there, copies of catalogues and damage included.
/// </summary>
public sealed class RecordCursor : IDisposable
{
    private readonly IDiskFiles _files;
    private readonly Segment[] _segments;
    private readonly Guid _publisher;
    private readonly RecordScanner _scanner;
    private IDiskFile? _file;
    private int _next;

    // Each segment begins with the catalogues in force, so nothing before the first one is needed.
    internal RecordCursor(
        IDiskFiles files, SegmentSet segments, Guid publisher, FrameLimits limits, in FrameRange? from = null)
    {
        _files = files;
        _segments = segments.All.ToArray();
        _publisher = publisher;
        _scanner = new RecordScanner(limits);
        if (from is { } first)
            _next = FirstWith(first);
    }

    /// <summary>Name of the segment.</summary>
    public string Segment => _segments[_next - 1].Name.File;

    /// <summary>First byte of the record or the damage in its segment.</summary>
    public long Offset => _scanner.Offset;

    /// <summary>Bytes of it.</summary>
    public long Length => _scanner.Length;

    /// <summary>What is damaged, after <see cref="ScanStep.Damage"/>.</summary>
    public DamageCause Cause => _scanner.Cause;

    /// <summary>The header of the record.</summary>
    public ref readonly FrameHeader Header => ref _scanner.Header;

    /// <summary>The payload of the record; valid until the next step.</summary>
    public ReadOnlySpan<byte> Payload => _scanner.Payload;

    /// <summary>Reads the next record. A segment that cannot be opened (any more) is passed over.</summary>
    public ScanStep Next()
    {
        while (true)
        {
            if (_file is not null && _scanner.Next() is var step && step != ScanStep.End)
                return step == ScanStep.Failed ? _scanner.SkipRest() : step;
            _file?.Dispose();
            _file = null;
            if (_next == _segments.Length)
                return ScanStep.End;
            Open(_segments[_next++]);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file?.Dispose();

    private int FirstWith(in FrameRange from)
    {
        for (int i = 0; i < _segments.Length; i++)
        {
            if (_segments[i].Name.Epoch > from.Epoch)
                return i;
            if (_segments[i].Name.Epoch == from.Epoch && _segments[i].MayHold(from.Stream, from.From))
                return i;
        }

        return _segments.Length;
    }

    private void Open(Segment segment)
    {
        if (_files.OpenToRead(segment.Name.File, out _file).IsOk)
            _scanner.Begin(_file!, new SegmentIdentity(_publisher, segment.Name.Epoch), 0, segment.WrittenBytes);
    }
}
