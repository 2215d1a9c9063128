using System.Text;
using FuncLibs.GroundTruth;
using Tools.GroundTruth;

namespace Tools.Tests.GroundTruth;

public sealed class GroundTruthReaderTests
{
    private const string Mode = "{\"kind\":\"mode\",\"channel\":\"servo1\",\"mode\":\"force\",\"index\":7}";

    [Fact]
    public void Next_MembersAndKindsOfLaterVersions_AreSkipped()
    {
        using GroundTruthReader reader =
            Of("{\"kind\":\"weather\",\"a\":[1,{\"b\":2}]}\n\r\n" + Mode.Replace("7", "7,\"more\":{\"x\":[1]}") + "\n");

        reader.Next().Line.ShouldBe(new ModeLine("servo1", "force", 7, double.NaN));
        (reader.UnknownKinds, reader.LineNumber).ShouldBe((1, 3));
        reader.Next().Status.ShouldBe(GroundTruthStatus.End);
    }

    [Theory]
    [InlineData(
        "{\"kind\":\"mode\",\"channel\":\"servo1\",\"mode\":\"force\"}",
        "line 1, column 1: index is missing; it is a whole number, 0 or more")]
    [InlineData(
        "{\"kind\":\"mode\",\"channel\":3,\"mode\":\"force\",\"index\":1}",
        "line 1, column 26: channel must be a text")]
    [InlineData(
        "{\"kind\":\"mode\",\"channel\":\"a\",\"mode\":\"b\",\"index\":1.5}",
        "line 1, column 49: index must be a whole number, 0 or more")]
    [InlineData(
        "{\"kind\":\"mode\",\"channel\":\"a\",\"mode\":\"b\",\"index\":-1}",
        "line 1, column 49: index must be a whole number, 0 or more")]
    [InlineData(
        "{\"kind\":\"break\",\"channel\":\"a\",\"index\":1,\"force\":1e999}",
        "line 1, column 49: force must be a number, or \"NaN\", \"Infinity\" or \"-Infinity\"")]
    [InlineData(
        "{\"kind\":\"fault\",\"fault\":\"gap\",\"from\":5,\"to\":4}",
        "line 1, column 45: to must be the sample after the range, not before from")]
    [InlineData("{\"kind\":\"mode\",\"kind\":\"mode\"}", "line 1, column 23: kind is there twice")]
    [InlineData("[1]", "line 1, column 1: kind is missing; it is the first member of an object in braces")]
    [InlineData(
        "{\"kind\":\"run\",\"version\":2}", "line 1, column 25: version must be 1, which this program can read")]
    public void Next_LineThatCannotBeUsed_ReportsWhereAndWhy(string line, string fault)
    {
        using GroundTruthReader reader = Of(line + "\n" + Mode + "\n");

        reader.Next().ShouldBe(new GroundTruthStep(GroundTruthStatus.Bad, Fault: fault));
        reader.Next().Status.ShouldBe(GroundTruthStatus.Line);
    }

    [Fact]
    public void Next_NoJson_NamesTheColumn()
    {
        using GroundTruthReader reader = Of("{\"kind\":\"mode\",}\n");

        GroundTruthStep step = reader.Next();

        step.Status.ShouldBe(GroundTruthStatus.Bad);
        step.Fault.ShouldNotBeNull().ShouldStartWith("line 1, column 16: this is no JSON (");
    }

    [Fact]
    public void Next_TornLastLine_IsTornAndNotBad()
    {
        using GroundTruthReader reader = Of(Mode + "\n" + Mode[..20]);

        reader.Next().Status.ShouldBe(GroundTruthStatus.Line);
        reader.Next().Status.ShouldBe(GroundTruthStatus.Torn);
        reader.Next().Status.ShouldBe(GroundTruthStatus.End);
    }

    [Fact]
    public void Next_LastLineWithoutABreak_IsALine()
    {
        using GroundTruthReader reader = Of(Mode);

        (reader.Next().Status, reader.Next().Status).ShouldBe((GroundTruthStatus.Line, GroundTruthStatus.End));
    }

    [Fact]
    public void Next_EmptyFile_IsTheEnd()
    {
        using GroundTruthReader reader = Of("");

        reader.Next().Status.ShouldBe(GroundTruthStatus.End);
    }

    [Theory]
    [InlineData(GroundTruthReader.MaxLineBytes + 1)]
    [InlineData(5 * GroundTruthReader.MaxLineBytes)]
    public void Next_LineTooLong_IsBadAndPassedOver(int length)
    {
        using GroundTruthReader reader = Of(new string('x', length) + "\n" + Mode + "\n");

        reader
            .Next()
            .ShouldBe(
                new GroundTruthStep(
                    GroundTruthStatus.Bad, Fault: "line 1, column 65537: a line has 65536 bytes at most"));
        reader.Next().Line.ShouldBe(new ModeLine("servo1", "force", 7, double.NaN));
        reader.Next().Status.ShouldBe(GroundTruthStatus.End);
    }

    [Fact]
    public void Next_ManyLines_AreReadWhereverTheBufferEnds()
    {
        const int Lines = 20_000;
        using GroundTruthReader reader =
            Of(string.Concat(Enumerable.Range(0, Lines).Select(i => Mode.Replace("7", $"{i}") + "\n")));

        for (int i = 0; i < Lines; i++)
            ((ModeLine)reader.Next().Line!).Index.ShouldBe(i);
        reader.Next().Status.ShouldBe(GroundTruthStatus.End);
    }

    [Fact]
    public void Next_RandomMutations_NeverThrow()
    {
        byte[] whole = Encoding.UTF8.GetBytes(string.Join('\n', Seeds));
        Random random = new(7);
        for (int round = 0; round < 5_000; round++)
        {
            byte[] mutated = whole.ToArray();
            for (int i = random.Next(1, 6); i > 0; i--)
                mutated[random.Next(mutated.Length)] = (byte)random.Next(256);
            using GroundTruthReader reader = new(new MemoryStream(mutated, 0, random.Next(mutated.Length + 1)));
            int steps = 0;
            while (reader.Next().Status is not (GroundTruthStatus.End or GroundTruthStatus.Torn))
                (++steps).ShouldBeLessThan(1000);
        }
    }

    private static readonly string[] Seeds =
    [
        "{\"kind\":\"run\",\"version\":1,\"preset\":\"p\",\"seed\":1,\"stream\":\"main\",\"baseRateHz\":30000,\"loopHz\":10000,\"pointsPerBlock\":100,\"firstDueUtcNs\":null}",
        "{\"kind\":\"cycle\",\"channel\":\"servo1\",\"sensor\":\"force\",\"number\":1,\"index\":4,\"peak\":1.5,\"peakIndex\":1,\"valley\":\"NaN\",\"valleyIndex\":3}",
        "{\"kind\":\"property\",\"channel\":\"servo1\",\"name\":\"Rm\",\"value\":355.2,\"unit\":\"MPa\",\"index\":9}",
        "{\"kind\":\"excursion\",\"channel\":\"servo1\",\"sensor\":\"force\",\"limit\":\"upper\",\"value\":70,\"from\":1,\"to\":2}",
        "{\"kind\":\"fault\",\"fault\":\"gap\",\"from\":1,\"to\":2,\"channel\":null,\"sensor\":null,\"detail\":\"\u00e9\"}",
        "{\"kind\":\"truncated\",\"atBytes\":1000}",
        "{\"kind\":\"end\",\"blocks\":1,\"samples\":2,\"dropped\":0}",
    ];

    private static GroundTruthReader Of(string text) => new(new MemoryStream(Encoding.UTF8.GetBytes(text)));
}
