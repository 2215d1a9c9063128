using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Simulator.Presets;
using Simulator.Rig;
using Testing.Processes;

namespace Testing.Rigs;

/// <summary>
/// The small rig of the simulator on the controller link, with a description or with samples that a test changes.
/// </summary>
public sealed class ChangedRig : IDisposable
{
    private readonly SimulatedRig _rig = new(PresetChange.Apply(RigPresets.Find("small")!, Hosts.Rate, 0, out _), 1);
    private readonly PlayedRig _played;

    /// <param name="describe">The description that the rig sends instead of its own, of the same shape; null: its
    /// own.</param>
    /// <param name="change">Is called with each block before it is sent, on the thread that sends; null: sent as it
    /// is.</param>
    public ChangedRig(Func<StreamDescription, StreamDescription>? describe = null, Action<CDataBlock>? change = null) =>
        _played = new PlayedRig(
            describe is null ? _rig.Description : describe(_rig.Description),
            (block, tick) =>
            {
                _rig.Fill(block, tick);
                change?.Invoke(block);
            });

    /// <summary>For `--Source:Endpoint` of a connector.</summary>
    public string Endpoint => _played.Endpoint;

    public void Dispose() => _played.Dispose();
}
