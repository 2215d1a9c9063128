namespace FuncLibs.Tests.Messaging.Delivery.Simulation;

/// <summary>
/// The data socket and both directions of the control channel, with the partitions that the scenario brings.
/// </summary>
internal sealed class SimulatedNetwork(Scenario scenario)
{
    private readonly SimulatedLink<LiveMessage> _live = new(scenario.Random);
    private readonly SimulatedLink<Request> _requests = new(scenario.Random);
    private readonly SimulatedLink<Answer> _answers = new(scenario.Random);
    private long _cutUntil;

    public long Now { get; private set; }

    public void Pass(int milliseconds) => Now += milliseconds;

    public void Send(LiveMessage message) =>
        _live.Send(message, Now, scenario.Drop, scenario.Twice, scenario.MayReorder);

    public void Send(Request request) => _requests.Send(request, Now, scenario.ControlDrop, 0, mayReorder: false);

    public void Send(Answer answer) => _answers.Send(answer, Now, scenario.ControlDrop, 0, mayReorder: false);

    public bool TryReceive(out LiveMessage message) => _live.TryReceive(Now, out message);

    public bool TryReceive(out Request request) => _requests.TryReceive(Now, out request);

    public bool TryReceive(out Answer answer) => _answers.TryReceive(Now, out answer);

    public void Cut(bool live, bool answers, int milliseconds)
    {
        (_live.IsCut, _requests.IsCut, _answers.IsCut) = (live, true, answers);
        _cutUntil = Now + milliseconds;
    }

    /// <summary>True when a partition is over now.</summary>
    public bool TryMend(bool atOnce = false)
    {
        if (_cutUntil == 0 || (Now < _cutUntil && !atOnce))
            return false;
        (_live.IsCut, _requests.IsCut, _answers.IsCut, _cutUntil) = (false, false, false, 0);
        return true;
    }

    /// <summary>The control connection is re-established.</summary>
    public void ResetControl()
    {
        _requests.Reset();
        _answers.Reset();
    }
}
