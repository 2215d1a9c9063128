using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// Decides what one stream requests from the journal, and what follows from the end of a replay: request again, wait,
/// or give up. Has no lock: <see cref="StreamDelivery"/> holds its own.
/// </summary>
internal sealed class ReplayRequester
{
    // While the frame size is unknown: as many as fit into one request at any size. Later: half of what one replay may
    // serve.
    private const double FirstAsk = 16;
    private const double RequestBytes = 32 << 20;

    private readonly uint _stream;
    private readonly StreamOrder _order;
    private readonly OrderTracker _account;
    private readonly JournalAvailability _journal;
    private readonly RetryPolicy _retry;
    private readonly TimeSpan _longestWait;

    public ReplayRequester(uint stream, StreamOrder order, DeliverySettings settings, TimeProvider time)
    {
        (_stream, _order, _account, _journal) = (stream, order, order.Account, order.Journal);
        _retry = new RetryPolicy(settings, time);
        _longestWait = settings.AnswerTimeout;
    }

    private bool HasGap => _account.Epoch != 0 && _order.GapEnd >= _account.Next;

    /// <summary>A sequence was delivered or declared.</summary>
    public void Progress() => _retry.Progress();

    /// <summary>Returns the request that is due now: the front of the gap. It counts as an attempt.</summary>
    public bool TryGetRequest(out ReplayRange range)
    {
        range = default;
        if (!HasGap || !_journal.CanAsk || !_retry.MayRetry)
            return false;
        double frames = _order.FrameBytes == 0 ? FirstAsk : Math.Max(1, RequestBytes / _order.FrameBytes);
        ulong more = Math.Min(_order.GapEnd - _account.Next, (ulong)frames - 1);
        range = new ReplayRange(_stream, _account.Epoch, _account.Next, _account.Next + more);
        _retry.BeginAttempt();
        return true;
    }

    /// <summary>Handles the end of a replay; <paramref name="end"/> is null after a timeout or a refusal.</summary>
    public void OnEnd(ReplayRange range, EndAnswer? end, bool heard)
    {
        bool moved = _account.Epoch != range.Epoch || _account.Next > range.From;
        if (end?.Result == ReplayResult.Busy)
            _retry.Postpone(PauseOf(end));
        else if (end?.Result == ReplayResult.Unavailable)
            RetryUnavailable(range, end, moved);
        else if (end?.Result == ReplayResult.Gone && TryDeclareGone(range, end))
            _retry.Progress();
        else if (!moved)
            Fail(heard);
    }

    /// <summary>Limits the wait for a welcome from a publisher that keeps a journal.</summary>
    public void Advance(bool heard)
    {
        if (_account.Epoch == 0 || _order.IsComplete || !_journal.IsKept || _journal.IsWelcomed || !_retry.MayRetry)
            return;
        _retry.BeginAttempt();
        Fail(heard);
    }

    private TimeSpan PauseOf(EndAnswer end) =>
        TimeSpan.FromMilliseconds(Math.Min(end.RetryAfterMs, _longestWait.TotalMilliseconds));

    // A failed disk read may succeed the next time. If it keeps failing, only the refused range is given up, not what
    // follows it.
    private void RetryUnavailable(in ReplayRange range, EndAnswer end, bool moved)
    {
        if (moved)
            _retry.Postpone(PauseOf(end));
        else if (_retry.Fail(heard: true, PauseOf(end)) && HasGap)
            _order.AbandonGap(
                LossReason.Unanswered, end.FirstAvailable > _account.Next ? end.FirstAvailable - 1 : range.To);
    }

    private void Fail(bool heard)
    {
        if (!_retry.Fail(heard))
            return;
        if (!_journal.IsWelcomed)
            _journal.Epochs.Close(_journal.Epochs.Newest);
        if (HasGap)
            _order.AbandonGap(LossReason.Unanswered);
    }

    // The answer is about the sequences after those that were sent. A sent frame that did not arrive is not gone: it is
    // requested again.
    private bool TryDeclareGone(ReplayRange range, EndAnswer end)
    {
        if (range.Epoch != _account.Epoch || end.AvailableTo >= _account.Next || !HasGap)
            return false;
        bool closed = _journal.Epochs.Newest > range.Epoch;
        ulong last =
            end.FirstAvailable == 0 && closed ? ulong.MaxValue : end.FirstAvailable - Math.Min(1, end.FirstAvailable);
        if (last < _account.Next)
            return false;
        bool tail = closed && end.AvailableTo != 0 && end.AvailableTo + 1 == _account.Next;
        _order.AbandonGap(tail ? LossReason.UncleanStop : LossReason.Gone, last);
        return true;
    }
}
