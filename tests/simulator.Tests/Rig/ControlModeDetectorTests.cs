using FuncLibs.Blocks;
using FuncLibs.Messaging.RigLink;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Rig;

public class ControlModeDetectorTests
{
    [Fact]
    public void Look_ControlModeChanged_TellsOfItOnce()
    {
        SimulatedRig rig = new(RigPresets.Find("ramp-hold-creep")!, 1);
        ControlModeDetector modes = new(rig);
        CDataBlock block = new(rig.Layout);
        List<LinkEvent> told = [];
        int points = rig.Description.PointsPerBlock;
        long blocks = (long)(10 * rig.Description.BlocksPerSecond);
        for (long k = 0; k < blocks && told.Count == 0; k++)
        {
            rig.Fill(block, k);
            told.AddRange(modes.Look(k * points, k));
        }

        LinkEvent only = told.ShouldHaveSingleItem();
        (only.Name, only.Channel, only.Text).ShouldBe(("mode", "servo1", "control mode force, was displacement"));
        only.SampleIndex.ShouldBe(only.UtcNs * points);
        modes.Look(0, 0).ShouldBeEmpty();
    }
}
