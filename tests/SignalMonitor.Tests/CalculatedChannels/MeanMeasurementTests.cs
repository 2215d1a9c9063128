using SignalMonitor.CalculatedChannels;
using SignalMonitor.Variables.Definitions;
using static SignalMonitor.Tests.CalculatedChannels.VariableRig;

namespace SignalMonitor.Tests.CalculatedChannels;

public sealed class MeanMeasurementTests : IDisposable
{
    private readonly VariableRig _rig = new();
    private readonly SignalVariable _load = Variable("load", "servo1.force");

    public MeanMeasurementTests()
    {
        _rig.Edit([_load]);
        _rig.Next([1, 2, 3]);
    }

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Measure_Values_IsTheirMeanOverTheWindow()
    {
        Task<MeanOutcome> measured = Measure(values: 5);
        _rig.Next([1, 2, 3]);
        _rig.Next([4, 5, 99]);

        (await measured).ShouldBe(new MeanOutcome(3, 5, null));
    }

    [Fact]
    public async Task Measure_OtherDefinitionIsEdited_BeginsAgain()
    {
        Task<MeanOutcome> measured = Measure(values: 6);
        _rig.Next([50, 50, 50]);
        _rig.Edit([Variable("a", "servo1.force"), _load]);
        _rig.Next([1, 2, 3]);
        _rig.Next([4, 5, 6]);

        (await measured).ShouldBe(new MeanOutcome(3.5, 6, null));
    }

    [Fact]
    public async Task Measure_ItsDefinitionIsEdited_IsRefused()
    {
        Task<MeanOutcome> measured = Measure(values: 6);
        _rig.Edit([_load with { Revision = 2, Expression = "2 * servo1.force" }]);
        _rig.Next([1, 2, 3]);

        (await measured).Fault.ShouldNotBeNull().ShouldStartWith("its definition was changed");
    }

    [Fact]
    public async Task Measure_SaturatedValues_IsRefused()
    {
        Task<MeanOutcome> measured = Measure(values: 3);
        _rig.Next([100, 100, 100]);

        (await measured).Fault.ShouldBe("its values are saturated; nothing was changed");
    }

    [Fact]
    public async Task Measure_SamplesMissing_IsRefused()
    {
        Task<MeanOutcome> measured = Measure(values: 6);
        _rig.Next([1, 2, 3]);
        _rig.Next([1, 2, 3], missing: 3);

        (await measured).Fault.ShouldNotBeNull().ShouldStartWith("samples are missing");
    }

    [Fact]
    public async Task Measure_WhileAnotherIs_IsRefused()
    {
        Task<MeanOutcome> first = Measure(values: 3);
        (await Measure(values: 3)).Fault.ShouldNotBeNull().ShouldContain("another mean");
        _rig.Next([1, 2, 3]);

        (await first).Mean.ShouldBe(2);
    }

    [Fact]
    public async Task Measure_BlocksStop_IsGivenUpAndFreesTheNext()
    {
        using CancellationTokenSource stop = new();
        Task<MeanOutcome> measured = _rig.Stream.Means.Measure(_rig.Plan, _rig.Running("load"), 9, stop.Token);
        await stop.CancelAsync();
        (await measured).Fault.ShouldNotBeNull().ShouldStartWith("its values stopped");

        Task<MeanOutcome> next = Measure(values: 3);
        _rig.Next([1, 2, 3]);
        (await next).Mean.ShouldBe(2);
    }

    private Task<MeanOutcome> Measure(long values) =>
        _rig.Stream.Means.Measure(_rig.Plan, _rig.Running("load"), values, CancellationToken.None);
}
