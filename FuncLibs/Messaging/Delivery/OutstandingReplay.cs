using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// The one replay that a consumer may have open. It requests one range at a time, so an end answer refers to that
/// range. Credit for received bytes is granted in steps of half a window.
/// </summary>
internal sealed class OutstandingReplay
{
    private const long SharesOfBudget = 4;
    private readonly TimeSpan _answerWithin;
    private readonly TimeProvider _time;
    private readonly uint _window;
    private StreamDelivery? _stream;
    private uint _id;
    private uint _taken;
    private long _lastActivity;

    // Replays in a row that delivered nothing in their time.
    private int _silent;

    public OutstandingReplay(DeliverySettings settings, TimeProvider time)
    {
        (_answerWithin, _time) = (settings.AnswerTimeout, time);
        _window = (uint)Math.Clamp(settings.HoldBytes / SharesOfBudget, 1, ReplayRequest.MaxCredit);
    }

    /// <summary>True while a replay is open.</summary>
    public bool IsOpen => _stream is not null;

    /// <summary>The range requested last.</summary>
    public ReplayRange Range { get; private set; }

    public bool Is(uint id) => IsOpen && id == _id;

    public DeliveryCommand Open(StreamDelivery stream, uint id, ReplayRange range)
    {
        (_stream, _id, Range, _taken) = (stream, id, range, 0);
        _lastActivity = _time.GetTimestamp();
        return new DeliveryCommand(DeliveryCommandKind.Replay, id, range, _window);
    }

    /// <summary>The publisher answered.</summary>
    public StreamDelivery? Answer()
    {
        _silent = 0;
        return Close();
    }

    /// <summary>Ends the replay and returns its stream.</summary>
    public StreamDelivery? Close()
    {
        StreamDelivery? stream = _stream;
        _stream = null;
        return stream;
    }

    public void Received(int bytes)
    {
        _taken += (uint)bytes;
        _silent = 0;
        _lastActivity = _time.GetTimestamp();
    }

    /// <summary>Returns the credit that is due, or the cancellation of a replay that delivers nothing.</summary>
    public bool TryContinue(bool heard, out DeliveryCommand command)
    {
        command = default;
        if (_time.GetElapsedTime(_lastActivity) >= _answerWithin * (1 << _silent))
        {
            _silent = Math.Min(_silent + 1, DeliverySettings.MaxDoublings);
            command = new DeliveryCommand(DeliveryCommandKind.Cancel, _id, Range, 0);
            Close()!.OnReplayEnd(Range, end: null, heard);
            return true;
        }

        if (_taken < (_window + 1) / 2)
            return false;
        command =
            new DeliveryCommand(DeliveryCommandKind.Credit, _id, Range, Math.Min(_taken, ReplayRequest.MaxCredit));
        _taken -= command.Bytes;
        return true;
    }
}
