using FuncLibs.Journal.Recovery;
using FuncLibs.Journal.Segments;
using FuncLibs.Wire;

namespace FuncLibs.Journal.Reading;

/// <summary>Counts each sequence of each epoch and stream once, and finds what is missing between first and last.</summary>
internal sealed class SequenceAccount : ISegmentVisitor
{
    private readonly Dictionary<(ulong Epoch, uint Stream), Line> _lines = [];

    /// <summary>Records that were counted.</summary>
    public long Records { get; private set; }

    /// <summary>What is missing, by epoch and stream.</summary>
    public IReadOnlyList<FrameRange> Lost() =>
    [
        .. _lines.OrderBy(line => line.Key).SelectMany(line => line.Value.Lost(line.Key.Epoch, line.Key.Stream)),
    ];

    /// <summary>What is there, by epoch and stream.</summary>
    public IReadOnlyList<StreamExtent> Extents() =>
    [
        .. _lines.OrderBy(line => line.Key)
            .Where(line => line.Value.Records > 0)
            .Select(line => new StreamExtent(line.Key.Epoch, line.Key.Stream, line.Value.First, line.Value.Last, line.Value.Records)),
    ];

    public void Visit(SegmentName segment, in FrameHeader header)
    {
        if (Of(segment.Epoch, header.Stream).Count(header.Sequence))
            Records++;
    }

    /// <summary>An index says that these were written.</summary>
    public void Expect(ulong epoch, in IndexEntry entry) => Of(epoch, entry.Stream).Expect(entry.First, entry.Last);

    /// <summary>Forgets everything.</summary>
    public void Restart()
    {
        _lines.Clear();
        Records = 0;
    }

    private Line Of(ulong epoch, uint stream)
    {
        if (!_lines.TryGetValue((epoch, stream), out Line? line))
            _lines.Add((epoch, stream), line = new Line());
        return line;
    }

    private sealed class Line
    {
        private readonly List<(ulong From, ulong To)> _lost = [];
        private ulong _begin;
        private ulong _end;

        public ulong First { get; private set; }

        public ulong Last { get; private set; }

        public ulong Records { get; private set; }

        // A sequence that is not above the last is a copy.
        public bool Count(ulong sequence)
        {
            if (Records > 0 && sequence <= Last)
                return false;
            if (Records == 0)
                First = sequence;
            else if (sequence > Last + 1)
                _lost.Add((Last + 1, sequence - 1));
            Last = sequence;
            Records++;
            return true;
        }

        public void Expect(ulong first, ulong last)
        {
            _begin = _begin == 0 ? first : Math.Min(_begin, first);
            _end = Math.Max(_end, last);
        }

        public IEnumerable<FrameRange> Lost(ulong epoch, uint stream)
        {
            if (_begin > 0 && (Records == 0 || _begin < First))
                yield return new FrameRange(epoch, stream, _begin, Records == 0 ? _end : First - 1);
            foreach ((ulong from, ulong to) in _lost)
                yield return new FrameRange(epoch, stream, from, to);
            if (Records > 0 && _end > Last)
                yield return new FrameRange(epoch, stream, Last + 1, _end);
        }
    }
}
