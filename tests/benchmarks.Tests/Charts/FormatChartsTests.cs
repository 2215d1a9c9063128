using System.Globalization;
using System.Text.Json.Nodes;
using System.Xml.Linq;
using Benchmarks.Charts;
using Benchmarks.Serialization.Data;
using Testing;

namespace Benchmarks.Tests.Charts;

public sealed class FormatChartsTests : IDisposable
{
    private const int Ok = 0;
    private const int CannotDraw = 2;
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";
    private static readonly string[] Formats = ["columns", "json-default", "raw-copy"];

    private readonly TemporaryFolder _folder = new();
    private readonly StringWriter _errors = new();
    private readonly JsonArray _figures = Run();

    public static TheoryData<string> Kinds => [.. Enum.GetValues<DataKind>().Select(DataKindNames.NameOf)];

    public void Dispose()
    {
        _folder.Dispose();
        _errors.Dispose();
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Write_WholeRun_EveryFigureIsAtItsBar(string kind)
    {
        Write().ShouldBe(Ok, _errors.ToString());

        string[] bars =
        [
            .. Picture(kind).Descendants(Svg + "rect").Elements(Svg + "title").Select(title => title.Value),
        ];
        bars.ShouldBe(
            Formats.SelectMany(format => (string[])
            [
                $"{format} encode {Value(kind, format, "encode.us")} us",
                $"{format} decode {Value(kind, format, "decode.us")} us",
                $"{format} bytes {Value(kind, format, "bytes")} B",
            ]),
            ignoreOrder: true);
    }

    [Theory]
    [InlineData("encode.us", 3.14159, "3.1")]
    [InlineData("decode.us", 99.96, "100.0")]
    [InlineData("decode.us", 1136.6, "1,137")]
    [InlineData("bytes", 120867, "120,867")]
    public void Write_AFigure_IsALabelToo(string figure, double value, string label)
    {
        Figure("block.adc.columns." + figure)["value"] = value;

        Write().ShouldBe(Ok, _errors.ToString());

        Labels("adc").ShouldContain(label);
    }

    [Fact]
    public void Write_ACultureWithDecimalCommas_DrawsTheSame()
    {
        Write().ShouldBe(Ok);
        string before = File.ReadAllText(PathOf("full"));
        CultureInfo present = CultureInfo.CurrentCulture;
        var commas = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        commas.NumberFormat.NumberDecimalSeparator = ",";
        commas.NumberFormat.NumberGroupSeparator = ".";
        CultureInfo.CurrentCulture = commas;
        try
        {
            Write().ShouldBe(Ok);
        }
        finally
        {
            CultureInfo.CurrentCulture = present;
        }

        File.ReadAllText(PathOf("full")).ShouldBe(before);
    }

    [Fact]
    public void Write_TheFastestToEncode_IsFirst()
    {
        Figure("block.full.json-default.encode.us")["value"] = 0.5;

        Write().ShouldBe(Ok);

        Labels("full").First(Formats.Contains).ShouldBe("json-default");
    }

    [Fact]
    public void Write_NameWithMarkup_StaysWellFormed()
    {
        foreach (JsonNode? figure in _figures)
            figure!["name"] =
                figure["name"]!.GetValue<string>().Replace("raw-copy", "<a & \"b\">", StringComparison.Ordinal);

        Write().ShouldBe(Ok);

        Labels("adc").ShouldContain("<a & \"b\">");
    }

    [Theory]
    [InlineData("block.adc.columns.bytes")]
    [InlineData("block.constant.json-default.encode.us")]
    [InlineData("block.decimals.raw-copy.decode.us")]
    public void Write_MissingFigure_IsReportedAndNothingDrawn(string name)
    {
        _figures.Remove(Figure(name));

        Write().ShouldBe(CannotDraw);

        _errors.ToString().ShouldContain($"{name} is missing");
        Directory.Exists(_folder.File("charts")).ShouldBeFalse();
    }

    [Fact]
    public void Write_SeveralFaults_AreReportedTogether()
    {
        _figures.Remove(Figure("block.adc.columns.bytes"));
        Figure("block.full.columns.encode.us")["value"] = 0;
        _figures.Add(Figure("block.full.columns.bytes").DeepClone());

        Write().ShouldBe(CannotDraw);

        string errors = _errors.ToString();
        errors.ShouldContain("block.adc.columns.bytes is missing");
        errors.ShouldContain("block.full.columns.encode.us is 0; a logarithmic axis needs a value above 0");
        errors.ShouldContain("block.full.columns.bytes is given twice");
    }

    [Theory]
    [InlineData("[]", "no figure block.<kind>.<format>.encode.us")]
    [InlineData("[{\"value\": 1}]", "every figure needs name, value and unit")]
    [InlineData("null", "every figure needs name, value and unit")]
    [InlineData("[{", "LineNumber")]
    public void Write_FileWithoutFigures_IsReported(string json, string fault)
    {
        File.WriteAllText(_folder.File("figures.json"), json);

        Draw().ShouldBe(CannotDraw);

        _errors.ToString().ShouldContain(fault);
    }

    [Fact]
    public void Write_NoFile_IsReported()
    {
        Draw().ShouldBe(CannotDraw);

        _errors.ToString().ShouldContain(_folder.File("figures.json"));
    }

    // Every figure another number, among figures that have no bar.
    private static JsonArray Run()
    {
        double value = 1.25;
        var figures = new JsonArray { Figure("machine.thread-wake.p50", 20, "us") };
        foreach (DataKind kind in Enum.GetValues<DataKind>())
        {
            foreach (string format in Formats)
            {
                string prefix = $"block.{DataKindNames.NameOf(kind)}.{format}.";
                figures.Add(Figure(prefix + "bytes", 1000 * (value += 1.5), "B"));
                figures.Add(Figure(prefix + "encode.us", value += 1.5, "us"));
                figures.Add(Figure(prefix + "encode.alloc", 0, "B"));
                figures.Add(Figure(prefix + "decode.us", value += 1.5, "us"));
                figures.Add(Figure(prefix + "decode.vs-json-default", 0, "x"));
            }
        }

        return figures;
    }

    private static JsonObject Figure(string name, double value, string unit) =>
        new() { ["name"] = name, ["value"] = value, ["unit"] = unit };

    private JsonNode Figure(string name) => _figures.Single(figure => figure!["name"]!.GetValue<string>() == name)!;

    private string Value(string kind, string format, string figure) =>
        Figure($"block.{kind}.{format}.{figure}")["value"]!.GetValue<double>().ToString(CultureInfo.InvariantCulture);

    private int Write()
    {
        File.WriteAllText(_folder.File("figures.json"), _figures.ToJsonString());
        return Draw();
    }

    private int Draw() =>
        FormatCharts.Write(
            new FileInfo(_folder.File("figures.json")), new DirectoryInfo(_folder.File("charts")), _errors);

    private string PathOf(string kind) => _folder.File(Path.Combine("charts", $"formats-{kind}.svg"));

    private XDocument Picture(string kind) => XDocument.Load(PathOf(kind));

    private IEnumerable<string> Labels(string kind) =>
        Picture(kind).Descendants(Svg + "text").Select(text => text.Value);
}
