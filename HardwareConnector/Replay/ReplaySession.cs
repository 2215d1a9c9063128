using FuncLibs.Journal.Reading;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Publishing;

namespace HardwareConnector.Replay;

/// <summary>One open replay of one consumer: its position in the ranges, and its credit. Control thread only.</summary>
internal sealed class ReplaySession : IDisposable
{
    /// <summary>Time without a grant or a sent frame after which a consumer counts as stalled.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly RangeReader _reader;
    private readonly RigRegistry _rigs;
    private readonly TimeProvider _time;
    private readonly ReplayRange[] _ranges;
    private int _index;
    private ulong _lastSent;
    private bool _holdsFrame;
    private long _credit;
    private long _untaken;
    private long _movedAt;

    public ReplaySession(PeerId peer, ReplayRequest request, RangeReader reader, RigRegistry rigs, TimeProvider time)
    {
        Peer = peer;
        Id = request.Id;
        _reader = reader;
        _rigs = rigs;
        _time = time;
        _ranges = [.. request.Ranges];
        _credit = request.Credit;
        _movedAt = time.GetTimestamp();
        BeginRange();
    }

    public PeerId Peer { get; }

    public uint Id { get; }

    /// <summary>Bytes sent and not granted again: what may still be queued in this process.</summary>
    public long Untaken => _untaken;

    /// <summary>Untaken bytes and unused credit: the share of the common outstanding limit.</summary>
    public long Outstanding => _untaken + Math.Max(0, _credit);

    /// <summary>Handles a grant: it acknowledges sent bytes, and adds credit as far as there is room.</summary>
    /// <param name="bytes">Bytes granted.</param>
    /// <param name="room">Bytes by which <see cref="Outstanding"/> may grow.</param>
    public void Grant(uint bytes, long room)
    {
        long taken = Math.Min(_untaken, bytes);
        long allowed = Math.Min(bytes, taken + Math.Max(0, room));
        _untaken -= taken;
        _credit = Math.Min(_credit + allowed, ReplayRequest.MaxCredit);
        _movedAt = _time.GetTimestamp();
    }

    /// <summary>Last sequence sent of the current range; the one before its first if none was sent.</summary>
    public ulong LastSent => _lastSent;

    /// <summary>The answer if it ends now.</summary>
    public EndAnswer Partial(string reason) => new(Id, ReplayResult.Partial, _lastSent, Reason: reason);

    /// <summary>Sends the next frame, if possible. The end needs no credit.</summary>
    /// <param name="server">The socket.</param>
    /// <param name="sent">Result of the send; None when nothing was sent.</param>
    /// <param name="bytes">Bytes sent.</param>
    /// <param name="asleep">True when it ended because the consumer stalled.</param>
    /// <returns>The end answer; null while it continues.</returns>
    public EndAnswer? Step(IControlServer server, out SendStatus sent, out int bytes, out bool asleep)
    {
        (sent, bytes, asleep) = (SendStatus.None, 0, false);
        if (!_holdsFrame)
        {
            ReadStep step = _reader.Next();
            if (step != ReadStep.Frame)
                return End(step);
            _holdsFrame = true;
        }

        bool hasCredit = _credit > 0;
        if (hasCredit)
            (sent, bytes) = Send(server);
        asleep = bytes == 0 && _time.GetElapsedTime(_movedAt) >= Patience;
        return asleep ? Partial($"{(hasCredit ? "nothing taken" : "no credit")} for {Patience.TotalSeconds} s") : null;
    }

    /// <summary>Its reader; reusable once the session is disposed.</summary>
    public RangeReader Reader => _reader;

    public void Dispose() => _reader.Dispose();

    private EndAnswer? End(ReadStep step) => step switch
    {
        ReadStep.End => NextRange(),
        ReadStep.NotYet => NotYet(),
        ReadStep.Missing => new EndAnswer(
            Id, ReplayResult.Gone, _lastSent, _reader.Missing.To + 1,
            Reason: $"{_reader.Missing.From} to {_reader.Missing.To} are not in the journal"),
        _ => new EndAnswer(
            Id,
            ReplayResult.Unavailable,
            _lastSent,
            _reader.FirstAfterFailure,
            RetryAfterMs: 1000,
            Reason: _reader.Failure.ToString()),
    };

    // An unknown stream is not waited for, and unpublished sequences are not available.
    private EndAnswer NotYet()
    {
        uint stream = _ranges[_index].Stream;
        if (stream == FrameHeader.ControlStream)
            return Partial("the rest is not written yet");
        foreach (PublishedStream known in _rigs.All)
        {
            if (known.Id == stream)
            {
                ulong available = Math.Min(_lastSent, known.Last);
                return new EndAnswer(Id, ReplayResult.Partial, available, Reason: "the rest is not written yet");
            }
        }

        return new EndAnswer(Id, ReplayResult.Gone, Reason: $"stream {stream} does not exist in this epoch");
    }

    // A frame that did not fit the peer's queue remains the current one of the reader.
    private (SendStatus Sent, int Bytes) Send(IControlServer server)
    {
        ReadOnlySpan<byte> header = _reader.HeaderBytes;
        ReadOnlySpan<byte> payload = _reader.Payload;
        SendStatus sent = server.TrySend(Peer, _rigs.TopicOf(_reader.Frame).Utf8, header, payload);
        if (sent != SendStatus.Sent)
            return (sent, 0);
        int bytes = header.Length + payload.Length;
        _holdsFrame = false;
        _credit -= bytes;
        _untaken += bytes;
        _movedAt = _time.GetTimestamp();
        _lastSent = _reader.Frame.Sequence;
        return (sent, bytes);
    }

    private EndAnswer? NextRange()
    {
        if (++_index == _ranges.Length)
            return new EndAnswer(Id, ReplayResult.Complete, _lastSent);
        BeginRange();
        return null;
    }

    private void BeginRange()
    {
        ReplayRange range = _ranges[_index];
        _lastSent = range.From - 1;
        _reader.Begin(new FrameRange(range.Epoch, range.Stream, range.From, range.To));
    }
}
