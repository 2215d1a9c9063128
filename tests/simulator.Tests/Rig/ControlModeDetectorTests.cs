using FuncLibs.Blocks;
using FuncLibs.Messaging.RigLink;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Rig;

public class ControlModeDetectorTests
{
    [Fact]
    public void Update_ControlModeChanged_ReportsItOnce()
    {
        SimulatedRig rig = new(RigPresets.Find("ramp-hold-creep")!, 1);
        ControlModeDetector modes = new(rig);
        CDataBlock block = new(rig.Layout);
        List<LinkEvent> reported = [];
        int points = rig.Description.PointsPerBlock;
        long blocks = (long)(10 * rig.Description.BlocksPerSecond);
        for (long k = 0; k < blocks && reported.Count == 0; k++)
        {
            rig.Fill(block, k);
            reported.AddRange(modes.Update(k * points, k));
        }

        LinkEvent only = reported.ShouldHaveSingleItem();
        (only.Name, only.Channel, only.Text).ShouldBe(("mode", "servo1", "control mode force, was displacement"));
        only.SampleIndex.ShouldBe(only.UtcNs * points);
        modes.Update(0, 0).ShouldBeEmpty();
    }
}
