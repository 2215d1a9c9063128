using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// Says what one stream wants of the journal, and what follows from how a replay of it ended: ask again, wait, or give up. No lock of its
/// own: <see cref="StreamDelivery"/> has it.
/// </summary>
internal sealed class ReplayRequester
{
    // Of frames whose size is not known yet, as many as fit into one request whatever their size; of others, half of what may be served.
    private const double FirstAsk = 16;
    private const double AskBytes = 32 << 20;

    private readonly uint _stream;
    private readonly StreamOrder _order;
    private readonly OrderTracker _account;
    private readonly JournalAvailability _journal;
    private readonly RetryPolicy _patience;
    private readonly TimeSpan _longestWait;

    public ReplayRequester(uint stream, StreamOrder order, DeliverySettings settings, TimeProvider time)
    {
        (_stream, _order, _account, _journal) = (stream, order, order.Account, order.Journal);
        _patience = new RetryPolicy(settings, time);
        _longestWait = settings.AnswerWithin;
    }

    private bool HasGap => _account.Epoch != 0 && _order.GapEnd >= _account.Next;

    /// <summary>A sequence was delivered or declared.</summary>
    public void Progress() => _patience.Progress();

    /// <summary>What to ask for now, if there is anything: the front of the hole. It counts as asked.</summary>
    public bool TryGetRequest(out ReplayRange range)
    {
        range = default;
        if (!HasGap || !_journal.CanAsk || !_patience.MayRetry)
            return false;
        double frames = _order.FrameBytes == 0 ? FirstAsk : Math.Max(1, AskBytes / _order.FrameBytes);
        ulong more = Math.Min(_order.GapEnd - _account.Next, (ulong)frames - 1);
        range = new ReplayRange(_stream, _account.Epoch, _account.Next, _account.Next + more);
        _patience.BeginAttempt();
        return true;
    }

    /// <summary>A replay ended; null when it brought nothing for too long, or was refused.</summary>
    public void OnEnd(ReplayRange range, EndAnswer? end, bool heard)
    {
        bool moved = _account.Epoch != range.Epoch || _account.Next > range.From;
        if (end?.Result == ReplayResult.Busy)
            _patience.Postpone(PauseOf(end));
        else if (end?.Result == ReplayResult.Unavailable)
            RetryUnavailable(range, end, moved);
        else if (end?.Result == ReplayResult.Gone && TryDeclareGone(range, end))
            _patience.Progress();
        else if (!moved)
            Fail(heard);
    }

    /// <summary>Time passes without a replay: a publisher that keeps a journal and never greets is not waited for without end.</summary>
    public void Advance(bool heard)
    {
        if (_account.Epoch == 0 || _order.IsComplete || !_journal.IsKept || _journal.IsWelcomed || !_patience.MayRetry)
            return;
        _patience.BeginAttempt();
        Fail(heard);
    }

    private TimeSpan PauseOf(EndAnswer end) =>
        TimeSpan.FromMilliseconds(Math.Min(end.RetryAfterMs, _longestWait.TotalMilliseconds));

    // A disk that failed may give it the next time. One that goes on failing costs what it refuses, and not what lies
    // behind.
    private void RetryUnavailable(in ReplayRange range, EndAnswer end, bool moved)
    {
        if (moved)
            _patience.Postpone(PauseOf(end));
        else if (_patience.Fail(heard: true, PauseOf(end)) && HasGap)
            _order.AbandonGap(LossReason.Unanswered, end.FirstAvailable > _account.Next ? end.FirstAvailable - 1 : range.To);
    }

    private void Fail(bool heard)
    {
        if (!_patience.Fail(heard))
            return;
        if (!_journal.IsWelcomed)
            _journal.Epochs.Close(_journal.Epochs.Newest);
        if (HasGap)
            _order.AbandonGap(LossReason.Unanswered);
    }

    // Said of the sequences behind those that were sent. What of those did not arrive is not gone: it is asked for again.
    private bool TryDeclareGone(ReplayRange range, EndAnswer end)
    {
        if (range.Epoch != _account.Epoch || end.AvailableTo >= _account.Next || !HasGap)
            return false;
        bool closed = _journal.Epochs.Newest > range.Epoch;
        ulong last = end.FirstAvailable == 0 && closed ? ulong.MaxValue : end.FirstAvailable - Math.Min(1, end.FirstAvailable);
        if (last < _account.Next)
            return false;
        bool tail = closed && end.AvailableTo != 0 && end.AvailableTo + 1 == _account.Next;
        _order.AbandonGap(tail ? LossReason.UncleanStop : LossReason.Gone, last);
        return true;
    }
}
