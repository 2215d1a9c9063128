using System.Globalization;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire.Broadcast;
using Simulator.Plant;

namespace Simulator.Rig.Events;

/// <summary>What a simulated rig tells of beside its values. Each takes memory; none is the normal path.</summary>
public static class RigEvents
{
    /// <summary>The valve of a machine is closed, and its command held.</summary>
    public static LinkEvent Interlock(string channel, long index, long utcNs) =>
        Of("interlock", channel, index, utcNs, EventSeverity.Warning, "interlock: valve closed, command held");

    /// <summary>The pressure of a machine is off.</summary>
    public static LinkEvent EmergencyStop(string channel, long index, long utcNs) =>
        Of("estop", channel, index, utcNs, EventSeverity.Error, "emergency stop: pressure off");

    /// <summary>A machine goes on after either.</summary>
    public static LinkEvent Reset(string channel, long index, long utcNs) =>
        Of("reset", channel, index, utcNs, EventSeverity.Info, "reset: the machine goes on");

    /// <summary>A sensor was set to 0 where it stands.</summary>
    public static LinkEvent Tare(string channel, string sensor, long index, long utcNs) =>
        Of("tare", $"{channel}.{sensor}", index, utcNs, EventSeverity.Info, "tare: reads 0 from here on");

    /// <summary>A controller holds another quantity to its command.</summary>
    public static LinkEvent Mode(int axis, ControlMode from, ControlMode to, long index, long utcNs) => Of(
        "mode",
        string.Create(CultureInfo.InvariantCulture, $"servo{axis + 1}"),
        index,
        utcNs,
        EventSeverity.Info,
        $"control mode {to.ToString().ToLowerInvariant()}, was {from.ToString().ToLowerInvariant()}");

    private static LinkEvent Of(string name, string channel, long index, long utcNs, EventSeverity severity, string text) =>
        new(name, SimulatedRig.StreamId, index, utcNs, severity, channel, text);
}
