using System.Text.Json.Nodes;
using System.Xml.Linq;
using Benchmarks.Charts;
using Testing;

namespace Benchmarks.Tests.Charts;

public sealed class ScaleChartsTests : IDisposable
{
    private const int Ok = 0;
    private const int CannotDraw = 2;
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    private readonly TemporaryFolder _folder = new();
    private readonly StringWriter _errors = new();

    public void Dispose()
    {
        _folder.Dispose();
        _errors.Dispose();
    }

    [Fact]
    public void Write_OneRun_EveryFigureIsAtItsBar()
    {
        Write(Run("small", 20)).ShouldBe(Ok, _errors.ToString());

        Bars("scale-small.svg").Select(Title).ShouldBe(
            [
                "20 rigs simulator 0.2 cores", "20 rigs connectors 0.8 cores", "20 rigs broker 0.4 cores",
                "20 rigs monitor 0.2 cores", "20 rigs p50 4 ms", "20 rigs p99 25 ms",
            ]);
    }

    [Fact]
    public void Write_OneRun_PartsOfTheProcessorTimeFollowEachOther()
    {
        Write(Run("small", 20)).ShouldBe(Ok, _errors.ToString());

        double[] starts = [.. Bars("scale-small.svg").Take(4).Select(bar => (double)bar.Attribute("x")!)];
        starts.ShouldBe([100, 146.25, 331.25, 423.75], tolerance: 0.1);
    }

    [Fact]
    public void Write_TwoSeries_DrawsBoth()
    {
        Write([.. Run("small", 1), .. Run("small-shared", 1)]).ShouldBe(Ok, _errors.ToString());

        Directory.GetFiles(_folder.File("charts")).Length.ShouldBe(2);
    }

    [Fact]
    public void Write_ARunThatDoesNotHold_SaysIt()
    {
        Write([.. Run("small", 20), .. Run("small", 30, holds: 0)]).ShouldBe(Ok, _errors.ToString());

        File.ReadAllText(_folder.File(Path.Combine("charts", "scale-small.svg"))).ShouldContain(">30, not held<");
    }

    [Fact]
    public void Write_AMissingFigure_DrawsNothing()
    {
        List<JsonObject> figures = [.. Run("small", 20)];
        figures.RemoveAt(2);

        Write(figures).ShouldBe(CannotDraw);

        _errors.ToString().ShouldContain("scale.small.20.cpu.broker is missing");
        Directory.Exists(_folder.File("charts")).ShouldBeFalse();
    }

    [Fact]
    public void Write_NoRun_IsRefused()
    {
        Write([Figure("scale.small.knee", 20)]).ShouldBe(CannotDraw);

        _errors.ToString().ShouldContain("no figure scale");
    }

    private static IEnumerable<JsonObject> Run(string series, int rigs, double holds = 1) =>
    [
        Figure($"scale.{series}.{rigs}.cpu.simulator", 0.2), Figure($"scale.{series}.{rigs}.cpu.connectors", 0.8),
        Figure($"scale.{series}.{rigs}.cpu.broker", 0.4), Figure($"scale.{series}.{rigs}.cpu.monitor", 0.2),
        Figure($"scale.{series}.{rigs}.cpu.total", 1.6), Figure($"scale.{series}.{rigs}.lag.p50", 4),
        Figure($"scale.{series}.{rigs}.lag.p99", 25), Figure($"scale.{series}.{rigs}.holds", holds),
        Figure($"scale.{series}.knee.per-core", 10),
    ];

    private static JsonObject Figure(string name, double value) =>
        new() { ["name"] = name, ["value"] = value, ["unit"] = "" };

    private static string Title(XElement bar) => bar.Element(Svg + "title")!.Value;

    private int Write(IEnumerable<JsonObject> figures)
    {
        FileInfo file = new(_folder.File("figures.json"));
        File.WriteAllText(file.FullName, new JsonArray([.. figures]).ToJsonString());
        return ScaleCharts.Write([file], new DirectoryInfo(_folder.File("charts")), _errors);
    }

    private IEnumerable<XElement> Bars(string file) => XDocument
        .Load(_folder.File(Path.Combine("charts", file)))
        .Descendants(Svg + "rect")
        .Where(bar => bar.Element(Svg + "title") is not null);
}
