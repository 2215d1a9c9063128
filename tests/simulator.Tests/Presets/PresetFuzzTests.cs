using FuncLibs.Blocks;
using Simulator.Presets;
using Simulator.Rig;
using Testing.Fuzzing;

namespace Simulator.Tests.Presets;

/// <summary>
/// Changed documents of the built-in presets: each is either a rig that gives blocks, or refused with readable lines.
/// </summary>
public sealed class PresetFuzzTests
{
    // A rig takes up to 0.1 s to make; a document takes a tenth of a millisecond.
    private const int RigEach = 100;
    private const int LongestLine = 1000;

    private readonly string[] _seeds = [.. RigPresets.Names.Select(RigPresets.Document)];
    private int _accepted;
    private int _refused;

    [Fact]
    public void Read_ChangedDocuments_AreRigsOrReadableRefusals()
    {
        DocumentFuzz.Run(_seeds, Read);

        _accepted.ShouldBeGreaterThan(RigEach, "changes that leave no preset test only the first bytes");
        _refused.ShouldBeGreaterThan(RigEach);
    }

    private void Read(byte[] document)
    {
        var faults = new PresetFaults();
        if (PresetReader.Read(document, "fuzz", faults) is { } preset)
            Accept(preset, faults);
        else
            Refuse(faults);
    }

    private void Accept(RigPreset preset, PresetFaults faults)
    {
        faults.Lines.ShouldBeEmpty();
        if (_accepted++ % RigEach != 0)
            return;
        var rig = new SimulatedRig(preset, seed: 1);
        var block = new CDataBlock(rig.Layout);
        rig.Fill(block, 0);
        block.IsValid.ShouldBeTrue();
    }

    private void Refuse(PresetFaults faults)
    {
        _refused++;
        faults.Lines.ShouldNotBeEmpty();
        faults.Lines.ShouldAllBe(line => line.Length > 0 && line.Length <= LongestLine && !line.Contains('\n'));
    }
}
