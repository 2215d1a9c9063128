namespace Simulator.Rig;

/// <summary>What is done to a plant from outside the program of its command.</summary>
internal enum PlantAction
{
    /// <summary>Continues after either of the others.</summary>
    Reset,

    /// <summary>The valve closes, the command is held.</summary>
    Interlock,

    /// <summary>The pressure goes off.</summary>
    EmergencyStop,
}

/// <summary>
/// What is done to a plant, each at its tick: plants run ahead of the blocks that are made of them, so that "now" would
/// be later than meant. Adding an action allocates; checking for one does not. One thread.
/// </summary>
internal sealed class PlantControls
{
    private readonly List<(long Tick, PlantAction Action)> _actions = [];
    private int _next;

    /// <summary>Tick of the next one; <see cref="long.MaxValue"/> when there is none.</summary>
    public long NextTick { get; private set; } = long.MaxValue;

    /// <summary>Adds an action; at one tick the end of an action comes before the beginning of the next. What is
    /// behind the plant is done at its next tick.</summary>
    public void Add(long tick, PlantAction action)
    {
        int at = _actions.Count;
        while (at > _next
            && (_actions[at - 1].Tick > tick
                || (_actions[at - 1].Tick == tick && IsBefore(action, _actions[at - 1].Action))))
            at--;
        _actions.Insert(at, (tick, action));
        SetNextTick();
    }

    /// <summary>Takes the next action; false when none is due at a tick.</summary>
    public bool TryTake(long tick, out PlantAction action)
    {
        action = default;
        if (NextTick > tick)
            return false;
        action = _actions[_next++].Action;
        SetNextTick();
        return true;
    }

    /// <summary>Restarts at tick 0; all actions are due again.</summary>
    public void Restart()
    {
        _next = 0;
        SetNextTick();
    }

    private static bool IsBefore(PlantAction one, PlantAction other) =>
        one == PlantAction.Reset && other != PlantAction.Reset;

    private void SetNextTick() => NextTick = _next < _actions.Count ? _actions[_next].Tick : long.MaxValue;
}
