using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Timing.Clocks;
using FuncLibs.Signals;
using SignalMonitor.Computation;
using SignalMonitor.Receiving;
using SignalMonitor.Tests.Receiving;
using SignalMonitor.Watch;
using Spectre.Console;

namespace SignalMonitor.Tests.Watch;

public sealed class ViewTests
{
    private const string Markup = "[red]kN[/";

    [Fact]
    public void LineView_Of_HasStateAndValues()
    {
        string line = LineView.Format(View(StaleState.RigStale));

        line.ShouldStartWith(
            "main state=rig-stale sequence=7 rate=300.0/s gaps=0 age=3ms p50=0.250ms p99=1.500ms | "
                + "servo1.activectrl=0");
        line.ShouldContain("(stale)");
    }

    [Fact]
    public void Views_ClockKnown_HaveLatencyWithItsErrorAndTheOffset()
    {
        ClockReading clock = new(new ClockEstimate(-20_000, 60_000, 120_000), 1, 0, 0, 0, 0);
        StreamView view = View(StaleState.Fresh) with { Clock = clock };

        LineView.Format(view).ShouldContain("p99=1.500ms error=0.080ms offset=-0.020ms bound=0.060ms |");
        Render(view with { Clock = clock with { OwnSteps = 2 } })
            .ReplaceLineEndings(" ")
            .ShouldContain("clock steps 2");
        LineView
            .Format(view with { Clock = clock with { ConnectorSteps = 1 } })
            .ShouldContain("error=?ms offset=-0.020ms bound=0.060ms clocksteps=1 |");
    }

    [Fact]
    public void Views_RigEvent_IsShownEscaped()
    {
        RigEventPayload estop = new(1, 1, 1, 7, 140, 5, "estop", EventSeverity.Error, Markup, "pressure off");
        StreamView view = View(StaleState.Fresh) with { RigEvent = new RigEvent(1, "main", estop) };

        LineView.Format(view).ShouldContain($" rig=estop:{Markup}@140 |");
        Render(view).ReplaceLineEndings(" ").ShouldContain($"estop {Markup} at sample 140");
    }

    [Fact]
    public void LineView_Of_TakesTextAsItIs() =>
        LineView.Format(View(StaleState.Fresh, "servo1.command")).ShouldContain(Markup);

    [Fact]
    public void TableView_Draw_EscapesWhatComesFromOutside()
    {
        string text = Render(View(StaleState.Fresh, "servo1.command"));

        text.ShouldContain(Markup);
        text.ShouldContain("live");
    }

    [Fact]
    public void TableView_ResultWithoutAValue_ReportsWhy()
    {
        VariableLine line = new("rm", "NaN", "MPa", Quality.Invalid, "the specimen [1] has not broken");
        StreamView view = View(StaleState.Fresh) with { Variables = new VariablesView([line], []) };

        Render(view).ShouldContain("the specimen [1] has not broken");
    }

    [Fact]
    public void TableView_Draw_ReportsHowManyChannelsAreNotShown() =>
        Render(View(StaleState.Fresh)).ShouldContain("more channels");

    [Fact]
    public void TableView_DrawNothing_ReportsWhatItWaitsFor() =>
        Render(
            TableView.Draw(
                [],
                "tcp://[::1]:5556 (waiting)",
                24)).ShouldContain("waiting for blocks from tcp://[::1]:5556 (waiting)");

    private static StreamView View(StaleState state, string channels = "*")
    {
        StreamDescription stream = TestStream.Description with
        {
            Servo =
            [
                .. TestStream.Description.Servo.Select(
                    channel => channel with { Columns =
                    [
                        .. channel.Columns.Select(column => column with { Unit = Markup }),
                    ] }),
            ],
        };
        BlockComputer computer =
            new(new SignalPlan(stream, new ComputeOptions { Channels = [channels], Functions = ["abs"] }));
        computer.Compute(TestStream.Block(), 7, 1);
        OrderTracker tracker = new(TestStream.Publisher, TestStream.Id);
        tracker.OnFrame(IntakeRig.DataHeader(7));
        return new StreamView("main", state, 300, tracker.Snapshot(), 3, 0.25, 1.5, computer.Board.Read());
    }

    private static string Render(StreamView view) => Render(TableView.Draw([view], "", 24));

    private static string Render(Spectre.Console.Rendering.IRenderable drawn)
    {
        using StringWriter text = new();
        IAnsiConsole console =
            AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(text) });
        console.Profile.Width = 200;
        console.Write(drawn);
        return text.ToString();
    }
}
