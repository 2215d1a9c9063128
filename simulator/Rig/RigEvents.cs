using System.Globalization;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire.Broadcast;
using Simulator.Presets;

namespace Simulator.Rig;

/// <summary>What a simulated rig reports beside its values. Each allocates; none is on the normal path.</summary>
public static class RigEvents
{
    /// <summary>The valve of a machine is closed, and its command held.</summary>
    public static LinkEvent Interlock(string channel, long index, long utcNs) =>
        CreateEvent("interlock", channel, index, utcNs, EventSeverity.Warning, "interlock: valve closed, command held");

    /// <summary>The pressure of a machine is off.</summary>
    public static LinkEvent EmergencyStop(string channel, long index, long utcNs) =>
        CreateEvent("estop", channel, index, utcNs, EventSeverity.Error, "emergency stop: pressure off");

    /// <summary>A machine continues after either.</summary>
    public static LinkEvent Reset(string channel, long index, long utcNs) =>
        CreateEvent("reset", channel, index, utcNs, EventSeverity.Info, "reset: the machine runs again");

    /// <summary>A sensor was set to 0 where it is.</summary>
    public static LinkEvent Tare(string channel, string sensor, long index, long utcNs) =>
        CreateEvent("tare", $"{channel}.{sensor}", index, utcNs, EventSeverity.Info, "tare: reads 0 from here on");

    /// <summary>A controller holds another quantity to its command.</summary>
    public static LinkEvent Mode(
        int axis, AxisControlMode from, AxisControlMode to, long index, long utcNs) => CreateEvent(
        "mode",
        string.Create(CultureInfo.InvariantCulture, $"servo{axis + 1}"),
        index,
        utcNs,
        EventSeverity.Info,
        $"control mode {to.ToString().ToLowerInvariant()}, was {from.ToString().ToLowerInvariant()}");

    private static LinkEvent CreateEvent(
        string name, string channel, long index, long utcNs, EventSeverity severity, string text) =>
        new(name, SimulatedRig.StreamId, index, utcNs, severity, channel, text);
}

/// <summary>Finds the machines whose control mode is another one than at the last check. One thread.</summary>
public sealed class ControlModeDetector
{
    private readonly SimulatedRig _rig;
    private readonly AxisControlMode[] _known;

    /// <summary>Begins with the modes of now.</summary>
    public ControlModeDetector(SimulatedRig rig)
    {
        _rig = rig;
        _known = rig.Modes.ToArray();
    }

    /// <summary>
    /// An event for each mode that changed. Call it where the rig changed its description: this allocates.
    /// </summary>
    /// <param name="index">Base sample from which the modes hold.</param>
    /// <param name="utcNs">When that is due.</param>
    public IReadOnlyList<LinkEvent> Update(long index, long utcNs)
    {
        List<LinkEvent> changed = [];
        for (int axis = 0; axis < _known.Length; axis++)
        {
            AxisControlMode now = _rig.Modes[axis];
            if (now != _known[axis])
                changed.Add(RigEvents.Mode(axis, _known[axis], now, index, utcNs));
            _known[axis] = now;
        }

        return changed;
    }
}
