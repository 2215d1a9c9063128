using System.Globalization;
using FuncLibs.Blocks.Catalogue;
using SignalMonitor.Exporting.Tables;
using SignalMonitor.Tests.Evaluation;
using Testing;

namespace SignalMonitor.Tests.Exporting;

public sealed class RawExportTests : IDisposable
{
    private const double Scale = 0.1;
    private readonly RecordedRig _rig = new();
    private readonly TemporaryFolder _folder = new();

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Raw_ChannelWithAScale_IsDividedByIt()
    {
        DescribeScaled();
        _rig.Record(3);
        (_, string json, _) = await _rig.Eval("ad1", "--json");

        (int code, _, string errors) = await Export("--raw", "--channels", "ad1,ad2");

        code.ShouldBe(0, errors);
        string[] lines = File.ReadAllLines(_folder.File("x.csv"));
        lines[0].ShouldBe("time,seconds,ad1 [counts],ad2 [kN]");
        lines.Skip(1).Select(line => double.Parse(line.Split(',')[2], CultureInfo.InvariantCulture))
            .ShouldBe(EvalCommand.Numbers(json).Select(value => RawCounts.From(value, Scale)));
        errors.ShouldContain("export: without a scale, so not as counts: ad2");
    }

    [Fact]
    public async Task Raw_NoChannelWithAScale_IsRefused()
    {
        _rig.Record(3);

        (int code, _, string errors) = await Export("--raw", "--channels", "ad1");

        code.ShouldBe(2);
        errors.ShouldContain("--raw: none of these channels has a scale in the catalogue");
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Raw_Resampled_IsRefused()
    {
        DescribeScaled();
        _rig.Record(3);

        (int code, _, string errors) = await Export("--raw", "--at-rate", "100", "--resample", "hold");

        code.ShouldBe(2);
        errors.ShouldContain("so it cannot be resampled");
    }

    [Theory]
    [InlineData(0.30000000000000004, 0.1, 3)]
    [InlineData(-32768 * 0.003, 0.003, -32768)]
    [InlineData(0.25, 0.1, 2.5)]
    [InlineData(double.NaN, 0.1, double.NaN)]
    [InlineData(double.PositiveInfinity, 0.1, double.PositiveInfinity)]
    public void From_Value_IsTheWholeCountWhereThereIsOne(double value, double scale, double counts) =>
        RawCounts.From(value, scale).ShouldBe(counts);

    private void DescribeScaled()
    {
        StreamDescription described = TestStream.Description;
        ChannelDescription first = described.AD[0];
        ColumnDescription scaled = first.Columns[0] with { Scale = Scale };
        _rig.Describe(described with { AD = described.AD.SetItem(0, first with { Columns = [scaled] }) });
    }

    private Task<(int Code, string Output, string Errors)> Export(params string[] more)
    {
        _rig.Flush();
        return MonitorCommand.RunAsync(
            Stream.Null,
            ["export", "--source", _rig.Folder, "--format", "csv", "--out", _folder.File("x.csv"), .. more]);
    }
}
