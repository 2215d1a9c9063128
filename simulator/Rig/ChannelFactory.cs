using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Catalogue;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Rig;

/// <summary>Makes the channels of a rig from its preset and seed.</summary>
/// <param name="preset">Shape and rates.</param>
/// <param name="seed">Seed of all noise.</param>
internal sealed class ChannelFactory(RigPreset preset, ulong seed)
{
    private const int ControlModes = 3;
    private static readonly double[] ServoHz = [1, 2, 5, 10, 0.5, 20, 3, 7];
    private static readonly double[] TempHz = [0.01, 0.02, 0.005, 0.03, 0.015, 0.008];
    private static readonly double[] AnalogueHz = [50, 0.7, 12, 100, 3.3, 25, 60, 0.2];

    public ImmutableArray<SimulatedChannel> Servo() => Control(
        BlockGroup.Servo, "axis", preset.Servo, ServoHz, ClosedLoop.ServoCornerHz,
        [SensorKinds.ServoCommand, SensorKinds.ServoOutput, .. SensorKinds.Servo.Take(preset.Servo.Sensors)]);

    public ImmutableArray<SimulatedChannel> Temp() => Control(
        BlockGroup.Temp, "zone", preset.Temp, TempHz, ClosedLoop.FurnaceCornerHz,
        [SensorKinds.TempCommand, SensorKinds.TempOutput, .. SensorKinds.Temp.Take(preset.Temp.Sensors)]);

    public ImmutableArray<SimulatedChannel> Analogue() => Control(
        BlockGroup.AD, "ad", preset.AD, AnalogueHz, double.PositiveInfinity, [SensorKinds.Analogue]);

    private ImmutableArray<SimulatedChannel> Control(
        BlockGroup group, string name, GroupPreset shape, double[] frequencies, double cornerHz, SensorKind[] kinds)
    {
        ImmutableArray<SimulatedChannel>.Builder channels = ImmutableArray.CreateBuilder<SimulatedChannel>(shape.Channels);
        if (shape.Channels == 0)
            return [];
        (int num, int den) = Ratio(shape.Points, preset.Servo.Points);
        double rateHz = (double)preset.BaseRateHz * num / den;
        for (int c = 0; c < shape.Channels; c++)
        {
            double frequency = frequencies[c % frequencies.Length];
            var wave = SineWave.Of(frequency, rateHz);
            ClosedLoop feedback = ClosedLoop.At(frequency, cornerHz);
            channels.Add(new SimulatedChannel(
                new ChannelDescription(c, $"{name}{c + 1}", num, den, shape.Points, [.. kinds.Select(k => k.Describe())]),
                wave,
                c % ControlModes,
                [.. kinds.Select((kind, column) => Column(group, c, column, kind, wave, feedback))]));
        }

        return channels.ToImmutable();
    }

    private SimulatedColumn Column(BlockGroup group, int channel, int column, SensorKind kind, SineWave wave, ClosedLoop feedback)
    {
        bool isCommand = kind == SensorKinds.ServoCommand || kind == SensorKinds.TempCommand;
        return new SimulatedColumn(
            kind, wave, isCommand ? new ClosedLoop(1, 0) : feedback, CounterNoise.Key(seed, (int)group, channel, column));
    }

    private static (int Num, int Den) Ratio(int points, int basePoints)
    {
        int divisor = (int)System.Numerics.BigInteger.GreatestCommonDivisor(points, basePoints);
        return (points / divisor, basePoints / divisor);
    }
}
