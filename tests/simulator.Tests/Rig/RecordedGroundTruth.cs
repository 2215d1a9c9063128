using FuncLibs.GroundTruth;

namespace Simulator.Tests.Rig;

/// <summary>Keeps what is told, a text a line.</summary>
internal sealed class RecordedGroundTruth : IGroundTruthSink
{
    public List<string> Lines { get; } = [];

    public (long Blocks, long Samples) Last { get; private set; }

    public void Cycle(
        string channel,
        string sensor,
        long number,
        long index,
        double peak,
        long peakIndex,
        double valley,
        long valleyIndex) =>
        Lines.Add(
            FormattableString.Invariant(
                $"cycle {channel} {sensor} {number} {index} {peak:R} {peakIndex} {valley:R} {valleyIndex}"));

    public void Property(string channel, string name, double value, string unit, long index) =>
        Lines.Add(FormattableString.Invariant($"property {channel} {name} {value:R} {unit} {index}"));

    public void Break(string channel, long index, double force) =>
        Lines.Add(FormattableString.Invariant($"break {channel} {index} {force:R}"));

    public void Excursion(string channel, string sensor, ExcursionLimit limit, double value, long from, long to) =>
        Lines.Add(FormattableString.Invariant($"excursion {channel} {sensor} {limit} {value:R} {from} {to}"));

    public void Mode(string channel, string mode, long index, double band) =>
        Lines.Add(FormattableString.Invariant($"mode {channel} {mode} {index} {band:R}"));

    public void Fault(string fault, long from, long to, string? channel, string? sensor, string detail) =>
        Lines.Add($"fault {fault}");

    public void Progress(long blocks, long samples) => Last = (blocks, samples);
}
