using FuncLibs.Blocks;
using FuncLibs.Messaging.Wire;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Tests.Receiving;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.CalculatedChannels;

public sealed class VariableCoordinatorTests
{
    private readonly VariableCoordinator _coordinator = new(null);

    [Fact]
    public void Take_OfOneStation_IsForItsStreamsAlone()
    {
        using StreamVariables first = NewStream("lab/rig1");
        using StreamVariables second = NewStream("lab/rig2");
        _coordinator.Take(SetOf("lab/rig1", "one"));
        _coordinator.Take(SetOf("lab/rig2", "two"));
        Block(first);
        Block(second);

        first.Plan!.Variables.Select(variable => variable.Name).ShouldBe(["one"]);
        second.Plan!.Variables.Select(variable => variable.Name).ShouldBe(["two"]);
        (_coordinator.SetOf("lab/rig2")!.Variables[0].Name, _coordinator.SetOf("lab/rig3")).ShouldBe(("two", null));
    }

    [Fact]
    public void Take_EditOfAnotherStation_LeavesThePlan()
    {
        using StreamVariables first = NewStream("lab/rig1");
        _coordinator.Take(SetOf("lab/rig1", "one"));
        Block(first);
        VariablePlan before = first.Plan!;
        _coordinator.Take(SetOf("lab/rig2", "two"));
        Block(first);

        first.Plan.ShouldBeSameAs(before);
    }

    [Fact]
    public void Unwatched_LimitThatAnotherStationWatches_IsStillMissed()
    {
        using StreamVariables first = NewStream("lab/rig1");
        using StreamVariables second = NewStream("lab/rig2");
        _coordinator.Take(SetOf("lab/rig1", "one") with { Limits = [VariableRig.Limit("two", 10)] });
        _coordinator.Take(SetOf("lab/rig2", "two") with { Limits = [VariableRig.Limit("two", 10)] });
        Block(first);
        Block(second);

        _coordinator.Unwatched().Count.ShouldBe(1);
    }

    private StreamVariables NewStream(string station) =>
        _coordinator.NewStream(Guid.NewGuid(), TestStream.Id, "main", station, $"{station}/main");

    private static VariableSet SetOf(string station, string name) => new()
    {
        Station = station,
        Revision = 1,
        Variables = [VariableRig.Variable(name, "servo1.force") with { Station = station }],
    };

    private static void Block(StreamVariables stream)
    {
        CDataBlock block = TestStream.Block();
        FrameHeader header = IntakeRig.DataHeader(1);
        stream.Compute(block, header, TestStream.Description, 1);
        stream.Compute(block, header, TestStream.Description, 1);
    }
}
