using System.Text.Json;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using FuncLibs.Journal;
using FuncLibs.Journal.Position;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using HardwareConnector.Hosting;
using Testing;

namespace HardwareConnector.Tests.Journaling;

public sealed class JournalVerbTests : IDisposable
{
    private const int Records = 20;

    private static readonly Guid Publisher = Guid.NewGuid();

    private readonly TemporaryFolder _state = new();

    private string Folder => _state.File("journal");

    public void Dispose() => _state.Dispose();

    [Fact]
    public async Task Verify_Whole_Exits0AndPrintsTheFiveNumbers()
    {
        using FrameJournal journal = Record();

        (int code, JsonElement root) = await RunJson("verify");

        code.ShouldBe(0);
        root
            .EnumerateObject()
            .Select(member => member.Name)
            .Take(5)
            .ShouldBe(["records", "damaged", "torn", "lost", "epochs"]);
        (root.GetProperty("records").GetInt64(), root.GetProperty("damaged").GetInt32()).ShouldBe((Records, 0));
        root.GetProperty("lost").GetArrayLength().ShouldBe(0);
        root.GetProperty("epochs")[0]
            .GetRawText()
            .ShouldBe("""{"epoch":7,"stream":1,"first":1,"last":20,"records":20}""");
    }

    [Fact]
    public async Task Verify_Damaged_Exits1AndNamesWhatIsLost()
    {
        Record().Dispose();
        string path = Directory.GetFiles(Folder, "*.seg").Single();
        byte[] bytes = await File.ReadAllBytesAsync(path);
        bytes[bytes.Length / 2] ^= 1;
        await File.WriteAllBytesAsync(path, bytes);

        (int code, JsonElement root) = await RunJson("verify");

        (code, root.GetProperty("damaged").GetInt32()).ShouldBe((1, 1));
        root.GetProperty("lost")[0].GetRawText().ShouldBe("""{"epoch":7,"stream":1,"from":11,"to":11}""");
        (await Run("verify")).Output.ShouldContain("lost: epoch 7 stream 1 sequences 11 to 11");
    }

    [Fact]
    public async Task Verify_ClosedEpochShortOfWhatWasPublished_Exits1()
    {
        Record().Dispose();
        await File.WriteAllTextAsync(
            _state.File("epochs.json"),
            """{"format":1,"epochs":[{"epoch":7,"stream":1,"first":1,"last":25,"lastRecovered":20,"exact":true}]}""");

        (int code, JsonElement root) = await RunJson("verify");

        code.ShouldBe(1);
        root.GetProperty("lost")[0].GetRawText().ShouldBe("""{"epoch":7,"stream":1,"from":21,"to":25}""");
    }

    [Theory]
    [InlineData(true, 1)]
    [InlineData(false, 0)]
    public async Task Verify_PositionBeyondTheJournal_IsLossOnlyAfterACleanStop(bool isClean, int expected)
    {
        Record().Dispose();
        PublisherPositionFile.Begin(
            new DiskFiles(_state.Path), Publisher, 7, out PublisherPositionFile? position).IsOk.ShouldBeTrue();
        using (position)
        {
            position!.Store(1, Records + 2);
            if (isClean)
                position.MarkClean();
        }

        (await Run("verify")).Code.ShouldBe(expected);
    }

    [Fact]
    public async Task Info_BesideARunningJournal_ReportsWhatIsThere()
    {
        using FrameJournal journal = Record();

        (int code, string output) = await Run("info");

        code.ShouldBe(0);
        output.ShouldContain("epoch 7 stream 1: 1 to 20, 20 records");
        (await RunJson("info")).Root.GetProperty("segments").GetInt32().ShouldBe(1);
    }

    [Fact]
    public async Task Dump_OneStream_ListsItsRecords()
    {
        Record().Dispose();

        (int code, string output) = await Run("dump", "--Stream", "1");

        code.ShouldBe(0);
        output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length.ShouldBe(Records);
        output.ShouldContain(
            "0000000000000007-00000001.seg          0  Data      stream 1 sequence 1, 50 bytes, flags 0");
        (await Run("dump", "--Stream", "2")).Output.ShouldBeEmpty();
        JsonDocument.Parse((await Run("dump", "--json")).Output.Split('\n')[3]).RootElement
            .GetProperty("sequence")
            .GetInt32()
            .ShouldBe(4);
    }

    [Fact]
    public async Task Journal_OtherFolder_IsNamedByItsOption()
    {
        Record().Dispose();
        Directory.Move(Folder, _state.File("elsewhere"));

        (await Run("verify")).Code.ShouldBe(ExitCodes.CannotStart);
        (await Run("verify", "--Journal:Folder", _state.File("elsewhere"))).Code.ShouldBe(0);
    }

    // What was recorded is written; the journal is left as a running connector would have it.
    private FrameJournal Record()
    {
        var options = new JournalOptions { RingBytes = 1 << 20 };
        FrameJournal.Open(
            new DiskFiles(Folder), options, Publisher, 7, TimeProvider.System, null, out FrameJournal? journal);
        byte[] header = new byte[FrameHeader.Size];
        byte[] payload = new byte[50];
        for (ulong sequence = 1; sequence <= Records; sequence++)
        {
            new FrameHeader { Kind = FrameKind.Data, Publisher = Publisher, Stream = 1, Epoch = 7, Sequence = sequence }
                .WithPayload(payload)
                .Write(header);
            journal!.Append(header, payload).ShouldBeTrue();
        }

        journal!.Step();
        return journal;
    }

    private async Task<(int Code, JsonElement Root)> RunJson(string action)
    {
        (int code, string output) = await Run(action, "--json");
        return (code, JsonDocument.Parse(output.TrimEnd().Split('\n')[^1]).RootElement);
    }

    private async Task<(int Code, string Output)> Run(params string[] words)
    {
        using var output = new StringWriter();
        using var errors = new StringWriter();
        var inputs = new ConfigurationInputs(AppContext.BaseDirectory, new Dictionary<string, string>());
        int code = await HostProgram.RunAsync(
            ["journal", .. words, "--State:Folder", _state.Path],
            ConnectorHost.Definition,
            inputs,
            new ProcessStreams(Stream.Null, output, errors));
        return (code, output.ToString());
    }
}
