using System.Runtime.InteropServices;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;

namespace HardwareConnector.Sources.Recordings;

/// <summary>
/// Reads the blocks of a selection in order of publication, with the samples missing before each and the reason: losses
/// that the recording connector declared, damage of the recording, and restarts of its connector. Does not allocate per
/// block. One thread.
/// </summary>
internal sealed class RecordingReader : IDisposable
{
    // Limits for a recording that has only declared losses.
    private const int MaxMissing = 1024;
    private const int MaxEvents = 256;

    private readonly RecordingSelection _selection;
    private readonly RecordCursor _cursor;
    private readonly List<SampleRange> _missing = new(MaxMissing);
    private readonly List<RigEventPayload> _events = [];
    private PublisherCatalogue? _catalogue;
    private uint? _revision;
    private string? _damage;
    private int _range;
    private bool _isFirst = true;
    private ulong _epoch;
    private ulong _last;

    /// <summary>Creates a reader before the first block.</summary>
    public RecordingReader(RecordingSelection selection)
    {
        _selection = selection;
        _cursor = selection.Recording.NewCursor(selection.Ranges[0]);
    }

    /// <summary>The recorded header of the block.</summary>
    public ref readonly FrameHeader Header => ref _cursor.Header;

    /// <summary>The recorded payload of the block; valid until the next step.</summary>
    public ReadOnlySpan<byte> Payload => _cursor.Payload;

    /// <summary>
    /// Description of the block; null if its catalogue is not in the recording. The same object until it changes.
    /// </summary>
    public StreamDescription? Description { get; private set; }

    /// <summary>Samples before the block that were declared missing when it was recorded.</summary>
    public ReadOnlySpan<SampleRange> Missing => CollectionsMarshal.AsSpan(_missing);

    /// <summary>Events of the rig before the block; at most 256.</summary>
    public IReadOnlyList<RigEventPayload> Events => _events;

    /// <summary>Why other samples are missing before the block; null if there is no known reason.</summary>
    public string? Reason { get; private set; }

    /// <summary>Moves to the next block; false at the end.</summary>
    public bool MoveNext()
    {
        Remove();
        while (_range < _selection.Ranges.Length)
        {
            switch (_cursor.Next())
            {
                case ScanStep.Record:
                    if (Read(_cursor.Header))
                        return true;
                    break;
                case ScanStep.Damage:
                    _damage = new DamagedRange(
                        _cursor.Segment, _cursor.Offset, _cursor.Length, _cursor.Cause, IsTorn: false).ToString();
                    break;
                default:
                    return false;
            }
        }

        return false;
    }

    /// <inheritdoc/>
    public void Dispose() => _cursor.Dispose();

    private bool Read(in FrameHeader header)
    {
        if (header.Stream == FrameHeader.ControlStream)
            ReadControl(header);
        return header.Stream == _selection.Stream && header.Kind == FrameKind.Data && ReadBlock(header);
    }

    private void ReadControl(in FrameHeader header)
    {
        if (header.Kind == FrameKind.Catalogue && header.CatalogueRevision != _catalogue?.Revision)
        {
            if (CatalogueCodec.Read(_cursor.Payload, out PublisherCatalogue? catalogue).IsOk)
                _catalogue = catalogue;
        }
        else if (header.Kind == FrameKind.Loss && _missing.Count < MaxMissing)
        {
            LossPayload? loss = LossPayload.Read(_cursor.Payload, out _);
            if (loss is { IsBeforeSequence: true } && loss.Stream == _selection.Stream)
                _missing.Add(new SampleRange(loss.First, CountOf(loss), loss.Reason));
        }
        else if (header.Kind == FrameKind.Event && _events.Count < MaxEvents)
        {
            ReadEvent();
        }
    }

    private void ReadEvent()
    {
        if (RigEventPayload.Read(_cursor.Payload, out _) is { } rigEvent && rigEvent.Stream == _selection.Stream)
            _events.Add(rigEvent);
    }

    private void Remove()
    {
        _missing.Clear();
        _events.Clear();
    }

    private bool ReadBlock(in FrameHeader header)
    {
        while (_range < _selection.Ranges.Length && IsBehind(header, _selection.Ranges[_range]))
            _range++;
        if (_range == _selection.Ranges.Length)
            return false;
        FrameRange range = _selection.Ranges[_range];
        bool wanted = header.Epoch == range.Epoch && header.Sequence >= range.From
            && (header.Epoch != _epoch || header.Sequence > _last);
        if (!wanted)
        {
            Remove();
            return false;
        }

        if (_isFirst && !_selection.FromTheBeginning)
            Remove();
        Reason = ReasonBefore(header);
        (_isFirst, _epoch, _last, _damage) = (false, header.Epoch, header.Sequence, null);
        Describe(header);
        return true;
    }

    private static bool IsBehind(in FrameHeader header, in FrameRange range) =>
        header.Epoch > range.Epoch || (header.Epoch == range.Epoch && header.Sequence > range.To);

    private string? ReasonBefore(in FrameHeader header)
    {
        if (_isFirst)
            return null;
        if (header.Epoch != _epoch)
            return "the recording connector was restarted";
        if (header.Sequence == _last + 1)
            return null;
        string range = $"sequences {_last + 1} to {header.Sequence - 1} are not in the recording";
        return _damage is null ? range : $"{range}: {_damage}";
    }

    // Once per revision: a catalogue that was not read on the way is searched in files, and comparing descriptions
    // allocates.
    private void Describe(in FrameHeader header)
    {
        if (_revision == header.CatalogueRevision)
            return;
        _revision = header.CatalogueRevision;
        if (_catalogue?.Revision != _revision)
            _catalogue = _selection.Recording.Catalogue(header.CatalogueRevision);
        StreamDescription? found = _catalogue?.Stream(header.Stream);
        if (found is null || !found.Equals(Description))
            Description = found;
    }

    // The ends are arbitrary values: the count is capped at the largest long.
    private static long CountOf(LossPayload loss) =>
        (long)Int128.Min((Int128)loss.Last - loss.First + 1, long.MaxValue);
}
