using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Journal.Reading;
using FuncLibs.Messaging.Wire;
using FuncLibs.Signals.Buckets;
using HardwareConnector.Recording;

namespace HardwareConnector.History;

/// <summary>
/// Reads one stream from the journal, first the earlier epochs, then the current one up to the high watermark, and adds
/// each block to the stream's buckets. Does not allocate for a block of a known description. History thread only.
/// </summary>
internal sealed class StreamFollower : IDisposable
{
    private readonly uint _stream;
    private readonly Recorder _recorder;
    private readonly RecordedCatalogues _catalogues;
    private readonly SerializerSet _serializers;
    private readonly HistoryStore _store;
    private readonly HistoryCounters _counters;
    private readonly ulong _maxBehind;
    private readonly RangeReader _reader;
    private readonly Queue<FrameRange> _past;
    private readonly CDataBlock _block = new(BlockLayout.Empty);
    private StreamBuckets? _buckets;
    private StreamDescription? _description;
    private bool _isLive;
    private ulong _next = 1;

    public StreamFollower(
        uint stream,
        Recorder recorder,
        RecordedCatalogues catalogues,
        SerializerSet serializers,
        HistoryStore store,
        HistoryCounters counters,
        ulong maxBehind = HistoryLoop.MaxBehind)
    {
        _maxBehind = maxBehind;
        (_stream, _recorder, _catalogues, _serializers, _store, _counters) =
            (stream, recorder, catalogues, serializers, store, counters);
        _past = new RecordedPast(recorder, store.Seconds).FramesOf(stream);
        _reader = recorder.Journal.NewReader();
        NextRange();
    }

    /// <summary>Reads some blocks; false when there are no more for now.</summary>
    public bool Step(int blocks)
    {
        if (_isLive)
            KeepUp();
        for (int i = 0; i < blocks; i++)
        {
            ReadStep step = _reader.Next();
            if (step == ReadStep.Frame)
                Append(_reader.Frame);
            else if (!_isLive && step is ReadStep.End or ReadStep.NotYet or ReadStep.Failed)
                NextRange();
            else if (step != ReadStep.Missing)
                return false;
        }

        return true;
    }

    public void Dispose() => _reader.Dispose();

    private void NextRange()
    {
        _isLive = !_past.TryDequeue(out FrameRange range);
        _reader.Begin(_isLive ? Live(_next) : range);
    }

    private FrameRange Live(ulong from) => new(_recorder.Journal.Epoch, _stream, from, ulong.MaxValue - 1);

    private void KeepUp()
    {
        ulong written = _recorder.Marks(_stream)?.Written ?? 0;
        if (written < _next + _maxBehind)
            return;
        _counters.CountSkipped((long)(written - _next));
        _next = written;
        _reader.Begin(Live(_next));
    }

    private void Append(in FrameHeader header)
    {
        if (_isLive)
            _next = header.Sequence + 1;
        if (header.Kind != FrameKind.Data)
            return;
        bool usable = _catalogues.Find(header.CatalogueRevision, _stream) is { } description
            && _serializers.Deserialize(header.Content, _reader.Payload, _block).IsOk
            && BucketsFor(description);
        if (!usable)
        {
            _counters.CountUnusable();
            return;
        }

        _buckets!.Add(_block, header.AcquiredNs);
        _counters.CountBlock();
    }

    // A changed description starts new buckets; a new revision with an equal description does not.
    private bool BucketsFor(StreamDescription description)
    {
        if (ReferenceEquals(description, _description))
            return true;
        if (!description.Equals(_description))
        {
            _buckets = new StreamBuckets(new BucketPlan(description, _store.Seconds));
            _store.Set(_stream, _buckets);
        }

        _description = description;
        return true;
    }
}
