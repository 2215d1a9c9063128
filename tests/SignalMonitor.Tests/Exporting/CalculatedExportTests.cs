using System.Globalization;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Evaluation;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Documents;
using Testing;

namespace SignalMonitor.Tests.Exporting;

public sealed class CalculatedExportTests : IDisposable
{
    private readonly RecordedRig _rig = new();
    private readonly TemporaryFolder _folder = new();
    private readonly List<double> _live = [];

    public CalculatedExportTests()
    {
        SignalVariable[] variables =
        [
            Variable(1, "area", "integ(servo1.force)"),
            Variable(2, "size", "movrms(servo1.force, 7)"),
            Variable(3, "worst", "rainflow(servo1.force)"),
            Variable(4, "broken", "nothing + 1"),
        ];
        _rig.Define(variables);
        _rig.Computed = plan => _live.AddRange(plan.Program.Values(0));
        RecordingDocument document = new()
        {
            Format = RecordingDocument.CurrentFormat,
            Station = "lab/rig1",
            Run = new RecordedRun { Name = "T-1", ControlMode = "force", StartedUtc = DateTimeOffset.UnixEpoch },
        };
        document.Write(_rig.StateFolder);
        Keep(variables);
    }

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Calculated_OfARecording_HasTheBitsOfLive()
    {
        _rig.Record(20);
        _rig.Skip(samples: 30);
        _rig.Record(20);

        (int code, _, string errors) = await Export("--channels", "servo1.force,area");

        code.ShouldBe(0, errors);
        Lines()[0].ShouldStartWith("time,seconds,servo1.force [kN],area [");
        Column(3).ShouldBe(_live.Select(BitConverter.DoubleToInt64Bits));
    }

    [Fact]
    public async Task Calculated_TaredAndReset_HasTheBitsOfLive()
    {
        SignalVariable area = Variable(1, "area", "integ(servo1.force)");
        _rig.Define(area);
        _rig.Record(8);
        _rig.Define(area with { Tare = 0.125, Revision = 2 });
        _rig.Record(7);
        _rig.Define(area with { Tare = 0.125, Resets = 1, Revision = 3 });
        _rig.Record(6);
        _rig.Define(area with { Resets = 1, Revision = 4 });
        _rig.Record(5);
        _rig.WriteLog();
        Keep(area with { Resets = 1 });

        (int code, _, string errors) = await Export("--channels", "area");

        code.ShouldBe(0, errors);
        Column(2).ShouldBe(_live.Select(BitConverter.DoubleToInt64Bits));
    }

    [Fact]
    public async Task Calculated_FromALaterBlock_HasTheBitsOfLive()
    {
        _rig.Record(20);

        (int code, _, string errors) = await Export("--channels", "area", "--from", "11");

        code.ShouldBe(0, errors);
        Column(2).ShouldBe(_live.Skip(_live.Count / 2).Select(BitConverter.DoubleToInt64Bits));
    }

    [Fact]
    public async Task Quality_Named_IsAColumnOfNumbers()
    {
        _rig.Record(4);

        await Export("--channels", "size,size.quality");

        Lines()[0].ShouldEndWith(",size.quality");
        Lines()[1].ShouldEndWith(",1");
        Lines()[^1].ShouldEndWith(",0");
    }

    [Fact]
    public async Task Channels_Pattern_TakesCalculatedOnesAndNoQualities()
    {
        _rig.Record(2);

        (_, _, string errors) = await Export("--channels", "*e*", "--at-rate", "10000", "--resample", "hold");

        Lines()[0].ShouldContain("area");
        Lines()[0].ShouldNotContain(".quality");
        errors.ShouldContain("broken is not calculated: ");
    }

    [Theory]
    [InlineData("worst", "hold", "worst is no channel but a table; eval computes it")]
    [InlineData("broken", "hold", "broken is not calculated: ")]
    [InlineData("none", "hold", "Calculated channels: area, size, worst, broken")]
    [InlineData("size,size.quality", "mean", "qualities have no mean")]
    public async Task Channels_ThatCannotBe_AreRefused(string channels, string method, string message)
    {
        _rig.Record(2);

        (int code, _, string errors) = await Export(
            "--channels", channels, "--at-rate", "10000", "--resample", method);

        code.ShouldBe(2);
        errors.ShouldContain(message);
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    private void Keep(params SignalVariable[] variables)
    {
        VariableSet set = new() { Station = "lab/rig1", Revision = 1, Variables = [.. variables] };
        DocumentFile.Write(Path.Combine(_rig.StateFolder, "definitions-00000001.json"), VariablesDocument.From(set))
            .ShouldBeNull();
    }

    private static SignalVariable Variable(long id, string name, string expression) =>
        new() { Station = "lab/rig1", Id = id, Revision = 1, Name = name, Expression = expression };

    private string[] Lines() => File.ReadAllLines(_folder.File("x.csv"));

    private IEnumerable<long> Column(int index) => Lines().Skip(1)
        .Select(line => BitConverter.DoubleToInt64Bits(
            double.Parse(line.Split(',')[index], CultureInfo.InvariantCulture)));

    private Task<(int Code, string Output, string Errors)> Export(params string[] more)
    {
        _rig.Flush();
        return MonitorCommand.RunAsync(
            Stream.Null,
            ["export", "--source", _rig.StateFolder, "--format", "csv", "--out", _folder.File("x.csv"), .. more]);
    }
}
