using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Blocks.Catalogue;
using Simulator.Presets;

namespace Simulator.Rig;

/// <summary>The description of the rig's stream for each set of control modes of its plants.</summary>
/// <param name="preset">Shape and rates.</param>
/// <param name="servo">Servo channels.</param>
/// <param name="temp">Temperature channels.</param>
/// <param name="analogue">Analogue inputs.</param>
internal sealed class RigDescriptions(
    RigPreset preset, ServoChannel[] servo, TempChannel[] temp, AnalogueInput[] analogue)
{
    private readonly AxisControlMode[] _first = [.. servo.Select(channel => channel.Plant.Axis.Mode)];
    private readonly AxisControlMode[] _modes = [.. servo.Select(channel => channel.Plant.Axis.Mode)];
    private StreamDescription? _newest;
    private StreamDescription? _ofFirst;

    /// <summary>The modes taken last, by axis.</summary>
    public ReadOnlySpan<AxisControlMode> Modes => _modes;

    /// <summary>The description of the modes taken last.</summary>
    public StreamDescription Newest => _newest ??= _ofFirst ??= Describe();

    /// <summary>True when a plant has another control mode at a tick than in the newest description.</summary>
    public bool ChangeAt(long tick)
    {
        for (int c = 0; c < servo.Length; c++)
        {
            if (servo[c].Plant.ModeAt(tick) != _modes[c])
                return true;
        }

        return false;
    }

    /// <summary>Takes the modes of a tick. Only where one changed does this allocate.</summary>
    public void Take(long tick)
    {
        if (!ChangeAt(tick))
            return;
        for (int c = 0; c < servo.Length; c++)
            _modes[c] = servo[c].Plant.ModeAt(tick);
        _newest = Describe();
    }

    /// <summary>The plants restart: the modes of the start, and the description that was given of them.</summary>
    public void Restart()
    {
        _first.CopyTo(_modes, 0);
        _newest = _ofFirst;
    }

    private StreamDescription Describe() => new(
        SimulatedRig.StreamId,
        SimulatedRig.StreamName,
        preset.BaseRateHz,
        preset.Servo.Points,
        [.. servo.Select((channel, c) => channel.Describe(_modes[c]))],
        [.. temp.Select(channel => channel.Description)],
        [.. analogue.Select(channel => channel.Description)],
        BitNames("in", preset.BitIn),
        BitNames("out", preset.BitOut));

    private static ImmutableArray<string> BitNames(string prefix, int lines) =>
        [.. Enumerable.Range(1, lines).Select(i => string.Create(CultureInfo.InvariantCulture, $"{prefix}{i}"))];
}
