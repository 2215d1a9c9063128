using FuncLibs.Messaging.RigLink;
using Simulator.Plant;

namespace Simulator.Rig.Events;

/// <summary>Finds the machines whose control mode is another one than when it looked last. One thread.</summary>
public sealed class ModeWatch
{
    private readonly SimulatedRig _rig;
    private readonly ControlMode[] _known;

    /// <summary>Begins with the modes of now.</summary>
    public ModeWatch(SimulatedRig rig)
    {
        _rig = rig;
        _known = rig.Modes.ToArray();
    }

    /// <summary>An event for each mode that changed. Ask where the rig described itself anew: this takes memory.</summary>
    /// <param name="index">Base sample from which the modes hold.</param>
    /// <param name="utcNs">When that is due.</param>
    public IReadOnlyList<LinkEvent> Look(long index, long utcNs)
    {
        List<LinkEvent> changed = [];
        for (int axis = 0; axis < _known.Length; axis++)
        {
            ControlMode now = _rig.Modes[axis];
            if (now != _known[axis])
                changed.Add(RigEvents.Mode(axis, _known[axis], now, index, utcNs));
            _known[axis] = now;
        }

        return changed;
    }
}
