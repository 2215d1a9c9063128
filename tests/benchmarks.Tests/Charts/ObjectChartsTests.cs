using System.Text.Json.Nodes;
using System.Xml.Linq;
using Benchmarks.Charts;
using Testing;

namespace Benchmarks.Tests.Charts;

public sealed class ObjectChartsTests : IDisposable
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
    public void Write_Threads_EveryFigureIsAtItsBar()
    {
        Write(Threads()).ShouldBe(Ok, _errors.ToString());

        Bars("objects-threads.svg").ShouldBe(
            [
                "json one 1 1200000 1/s", "json list 1 300000 1/s", "json one 16 2400000 1/s", "json list 16 600000 1/s",
            ],
            ignoreOrder: true);
    }

    [Fact]
    public void Write_Threads_TheGreatestHasTheLongestBar()
    {
        Write(Threads()).ShouldBe(Ok, _errors.ToString());

        double[] widths = [.. Rectangles("objects-threads.svg").Select(bar => (double)bar.Attribute("width")!)];
        widths.ShouldBe([165, 165, 330, 330]);
    }

    [Fact]
    public void Write_Record_EveryFigureIsAtItsBar()
    {
        Write(Record()).ShouldBe(Ok, _errors.ToString());

        Bars("objects-record23.svg").ShouldBe(["json encode 1.5 us", "json decode 4.5 us", "json bytes 1003 B"]);
    }

    [Fact]
    public void Write_TwoFiles_DrawsBoth()
    {
        Write(Threads(), Record()).ShouldBe(Ok, _errors.ToString());

        Directory.GetFiles(_folder.File("charts")).Length.ShouldBe(2);
    }

    [Fact]
    public void Write_AMissingThreadCount_IsNamed()
    {
        JsonArray figures = Threads();
        figures.RemoveAt(3);

        Write(figures).ShouldBe(CannotDraw);

        _errors.ToString().ShouldContain("threads.json-list.16.opsPerSecond is missing");
    }

    [Fact]
    public void Write_AMissingTime_DrawsNothing()
    {
        JsonArray figures = Record();
        figures.RemoveAt(1);

        Write(Threads(), figures).ShouldBe(CannotDraw);

        Directory.Exists(_folder.File("charts")).ShouldBeFalse();
    }

    [Fact]
    public void Write_NoFigureOfAPicture_IsRefused()
    {
        Write([Figure("typed.json.typed.serialize.us", 1)]).ShouldBe(CannotDraw);

        _errors.ToString().ShouldContain("no figure of threads");
    }

    [Fact]
    public void Write_NoSuchFile_IsRefused()
    {
        Draw([new FileInfo(_folder.File("none.json"))]).ShouldBe(CannotDraw);

        _errors.ToString().ShouldContain("none.json");
    }

    private static JsonArray Threads() =>
    [
        Figure("threads.json.1.opsPerSecond", 1_200_000), Figure("threads.json.16.opsPerSecond", 2_400_000),
        Figure("threads.json-list.1.opsPerSecond", 300_000), Figure("threads.json-list.16.opsPerSecond", 600_000),
        Figure("threads.json.1.opsPerSecond.spread", 3), Figure("threads.json.bytes", 513),
    ];

    private static JsonArray Record() =>
    [
        Figure("record23.json.serialize.us", 1.5), Figure("record23.json.deserialize.us", 4.5),
        Figure("record23.json.bytes", 1003), Figure("record23.json.serialize.us.spread", 2),
        Figure("record23x16.json.bytes", 1003),
    ];

    private static JsonObject Figure(string name, double value) =>
        new() { ["name"] = name, ["value"] = value, ["unit"] = "" };

    private int Write(params JsonArray[] runs)
    {
        List<FileInfo> files = [];
        foreach (JsonArray figures in runs)
        {
            FileInfo file = new(_folder.File($"figures{files.Count}.json"));
            File.WriteAllText(file.FullName, figures.ToJsonString());
            files.Add(file);
        }

        return Draw(files);
    }

    private int Draw(IReadOnlyList<FileInfo> files) =>
        ObjectCharts.Write(files, new DirectoryInfo(_folder.File("charts")), _errors);

    private IEnumerable<XElement> Rectangles(string file) => XDocument
        .Load(_folder.File(Path.Combine("charts", file)))
        .Descendants(Svg + "rect")
        .Where(bar => bar.Element(Svg + "title") is not null);

    private IEnumerable<string> Bars(string file) =>
        Rectangles(file).Select(bar => bar.Element(Svg + "title")!.Value);
}
