using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// Counts each sequence of each epoch and stream once, in whatever order they come, and finds what is missing.
/// </summary>
internal sealed class SequenceAccount : ISegmentVisitor
{
    private readonly Dictionary<(ulong Epoch, uint Stream), Line> _lines = [];

    /// <summary>Records that were counted.</summary>
    public long Records { get; private set; }

    /// <summary>
    /// Of these, records after a later one of their stream: a reader that goes by names never finds them.
    /// </summary>
    public long Misplaced { get; private set; }

    /// <summary>What is missing, by epoch and stream: between what is there or expected.</summary>
    public IReadOnlyList<FrameRange> Lost() =>
    [
        .. _lines.OrderBy(line => line.Key).SelectMany(line => line.Value.Lost(line.Key.Epoch, line.Key.Stream)),
    ];

    /// <summary>What is there, by epoch and stream.</summary>
    public IReadOnlyList<StreamExtent> Extents() =>
    [
        .. _lines.OrderBy(line => line.Key)
            .Where(line => line.Value.Records > 0)
            .Select(
                line => new StreamExtent(
                    line.Key.Epoch, line.Key.Stream, line.Value.First, line.Value.Last, line.Value.Records)),
    ];

    public void Visit(SegmentName segment, in FrameHeader header)
    {
        Line line = GetLine(segment.Epoch, header.Stream);
        bool isLate = line.Records > 0 && header.Sequence < line.Last;
        if (!line.Count(header.Sequence))
            return;
        Records++;
        Misplaced += isLate ? 1 : 0;
    }

    /// <summary>These were written.</summary>
    public void Expect(ulong epoch, uint stream, ulong first, ulong last) => GetLine(epoch, stream).Expect(first, last);

    /// <summary>Whether a record of the stream was counted.</summary>
    public bool Has(ulong epoch, uint stream) =>
        _lines.TryGetValue((epoch, stream), out Line? line) && line.Records > 0;

    /// <summary>Clears everything.</summary>
    public void Restart()
    {
        _lines.Clear();
        Records = 0;
        Misplaced = 0;
    }

    private Line GetLine(ulong epoch, uint stream)
    {
        if (!_lines.TryGetValue((epoch, stream), out Line? line))
            _lines.Add((epoch, stream), line = new Line());
        return line;
    }

    private sealed class Line
    {
        // Ascending, with a gap between any two.
        private readonly List<(ulong From, ulong To)> _seen = [];
        private ulong _begin;
        private ulong _end;

        public ulong First => _seen[0].From;

        public ulong Last => _seen[^1].To;

        public ulong Records { get; private set; }

        // False for a copy.
        public bool Count(ulong sequence)
        {
            int at = _seen.Count;
            while (at > 0 && _seen[at - 1].From > sequence)
                at--;
            if (at > 0 && sequence <= _seen[at - 1].To)
                return false;
            Records++;
            bool joinsBefore = at > 0 && _seen[at - 1].To + 1 == sequence;
            bool joinsBehind = at < _seen.Count && sequence + 1 == _seen[at].From;
            if (joinsBefore && joinsBehind)
            {
                _seen[at - 1] = (_seen[at - 1].From, _seen[at].To);
                _seen.RemoveAt(at);
            }
            else if (joinsBefore)
            {
                _seen[at - 1] = (_seen[at - 1].From, sequence);
            }
            else if (joinsBehind)
            {
                _seen[at] = (sequence, _seen[at].To);
            }
            else
            {
                _seen.Insert(at, (sequence, sequence));
            }

            return true;
        }

        public void Expect(ulong first, ulong last)
        {
            _begin = _begin == 0 ? first : Math.Min(_begin, first);
            _end = Math.Max(_end, last);
        }

        public IEnumerable<FrameRange> Lost(ulong epoch, uint stream)
        {
            ulong next = _begin > 0 && (Records == 0 || _begin < First) ? _begin : First;
            foreach ((ulong from, ulong to) in _seen)
            {
                if (from > next)
                    yield return new FrameRange(epoch, stream, next, from - 1);
                next = to + 1;
            }

            if (_end >= next)
                yield return new FrameRange(epoch, stream, next, _end);
        }
    }
}
