using System.Globalization;
using System.Text.Json;
using FuncLibs.Signals.Buckets;
using SignalMonitor.Tests.Evaluation;
using Testing;

namespace SignalMonitor.Tests.Exporting;

public sealed class ExportVerbTests : IDisposable
{
    private const int Points = 3;
    private readonly RecordedRig _rig = new();
    private readonly TemporaryFolder _folder = new();

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Csv_OneRate_HasTimesUnitsAndTheBitsOfTheJournal()
    {
        _rig.Record(20);

        (int code, _, string errors) = await Export("csv", "force.csv", "--channels", "servo1.force");

        code.ShouldBe(0, errors);
        errors.ShouldContain("force.csv: 60 rows");
        string[] lines = File.ReadAllText(_folder.File("force.csv")).Split("\r\n");
        lines[0].ShouldBe("time,seconds,servo1.force [kN]");
        lines[1].ShouldStartWith("2023-11-14T22:13:20.000100000Z,0.000000000,");
        lines[^1].ShouldBe("");
        double[] values =
        [
            .. lines[1..^1].Select(line => double.Parse(line.Split(',')[2], CultureInfo.InvariantCulture)),
        ];
        (_, string json, _) = await _rig.Eval("servo1.force", "--json");
        values.Select(BitConverter.DoubleToInt64Bits)
            .ShouldBe(EvalCommand.Numbers(json).Select(BitConverter.DoubleToInt64Bits));
    }

    [Fact]
    public async Task Csv_SeveralRates_AreAFileEach()
    {
        _rig.Record(2);

        (int code, _, string errors) = await Export("csv", "all.csv");

        code.ShouldBe(0, errors);
        Directory.GetFiles(_folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal)
            .ShouldBe(["all-10000hz.csv", "all-20000hz.csv", "all-30000hz.csv", "all-40000hz.csv"]);
    }

    [Fact]
    public async Task Csv_DecimalComma_IsInTimesAndValues()
    {
        _rig.Record(1);

        await Export("csv", "x.csv", "--channels", "servo1.force", "--decimal", ",", "--separator", ";");

        string line = File.ReadAllLines(_folder.File("x.csv"))[2];
        string[] fields = line.Split(';');
        fields.Length.ShouldBe(3);
        fields[1].ShouldBe("0,000033333");
        fields[2].ShouldContain(",");
    }

    [Fact]
    public async Task Seconds_StepOfTheClockAndGap_FollowTheSampleIndex()
    {
        _rig.Record(1);
        _rig.Skip(samples: 30);
        _rig.Record(1);

        (_, _, string errors) = await Export("csv", "x.csv", "--channels", "servo1.force");

        string[] lines = File.ReadAllLines(_folder.File("x.csv"));
        lines[1 + Points].Split(',')[1].ShouldBe("0.001100000");
        errors.ShouldContain("export: gaps in the samples: 1; their rows are left out");
    }

    [Fact]
    public async Task JsonLines_EachLine_IsAnObjectWithTheUnitsInItsKeys()
    {
        _rig.Record(2);

        await Export("jsonl", "x.jsonl", "--channels", "servo1.force,servo1.count");

        string[] lines = File.ReadAllLines(_folder.File("x.jsonl"));
        lines.Length.ShouldBe(2 * Points);
        JsonElement row = JsonDocument.Parse(lines[0]).RootElement;
        row.EnumerateObject().Select(member => member.Name)
            .ShouldBe(["time", "seconds", "servo1.count", "servo1.force [kN]"]);
    }

    [Fact]
    public async Task From_Time_TakesTheBlocksFromThere()
    {
        _rig.Record(10);

        (int code, _, string errors) = await Export(
            "csv", "x.csv", "--channels", "servo1.force", "--from", "2023-11-14T22:13:20.0009Z");

        code.ShouldBe(0, errors);
        File.ReadAllLines(_folder.File("x.csv")).Length.ShouldBe(1 + (2 * Points));
    }

    [Fact]
    public async Task To_Sequence_TakesTheBlocksUpToIt()
    {
        _rig.Record(10);

        await Export("csv", "x.csv", "--channels", "servo1.force", "--to", "4");

        File.ReadAllLines(_folder.File("x.csv")).Length.ShouldBe(1 + (4 * Points));
    }

    [Fact]
    public async Task AtRate_ChannelsOfSeveralRates_AreOneTable()
    {
        _rig.Record(10);

        (int code, _, string errors) = await Export(
            "csv", "x.csv", "--channels", "servo1.force,ad1,bitin1", "--at-rate", "10000", "--resample", "hold");

        code.ShouldBe(0, errors);
        string[] lines = File.ReadAllLines(_folder.File("x.csv"));
        lines.Length.ShouldBe(1 + 10);
        lines[0].ShouldBe("time,seconds,servo1.force [kN],ad1 [kN],bitin1");
        lines[2].ShouldStartWith("2023-11-14T22:13:20.000200000Z,0.000100000,");
    }

    // A block that follows is no gap, one after lost samples is: the rule of eval and of live values.
    [Fact]
    public async Task AtRate_Gap_HasNoRowsInIt()
    {
        _rig.Record(2);
        _rig.Skip(samples: 12);
        _rig.Record(1);

        (_, _, string errors) = await Export(
            "csv", "x.csv", "--channels", "servo1.force", "--at-rate", "10000", "--resample", "hold");

        File.ReadAllLines(_folder.File("x.csv")).Skip(1).Select(line => line.Split(',')[1])
            .ShouldBe(["0.000000000", "0.000100000", "0.000600000"]);
        errors.ShouldContain("gaps in the samples: 1; ");
    }

    [Fact]
    public async Task AtRate_NewEpoch_IsAGap()
    {
        _rig.Record(1);
        _rig.Begin(RecordedRig.FirstEpoch + 1);
        _rig.Record(1);

        (_, _, string errors) = await Export(
            "csv", "x.csv", "--channels", "servo1.force", "--at-rate", "10000", "--resample", "mean");

        errors.ShouldContain("gaps in the samples: 1; ");
    }

    // Channels at 20, 30 and 40 kHz in blocks of 100 us, whose first samples are not on whole ns.
    [Fact]
    public async Task Time_OfEachSample_IsThatOfBucketsAndPlots()
    {
        _rig.Record(7);

        await Export("csv", "x.csv", "--channels", "servo1.force");

        SampleTimes due = new(TestStream.Description.BaseRateHz, 1, 1);
        string[] lines = [.. File.ReadAllLines(_folder.File("x.csv")).Skip(1)];
        for (int row = 0; row < lines.Length; row++)
        {
            long blockNs = (1 + (row / Points)) * 100_000L;
            long ns = blockNs + due.OffsetNs(1000 + (row / Points * Points), row % Points);
            lines[row].ShouldStartWith($"2023-11-14T22:13:20.{ns:D9}Z,");
        }
    }

    [Fact]
    public async Task Out_FileThatIsThere_IsRefusedAndStays()
    {
        _rig.Record(1);
        File.WriteAllText(_folder.File("x.csv"), "mine");

        (await RefusalAsync("csv", "x.csv", "--channels", "servo1.force"))
            .ShouldBe($"export: {_folder.File("x.csv")} is already there; remove it, or give another --out");
        File.ReadAllText(_folder.File("x.csv")).ShouldBe("mine");
    }

    [Theory]
    [InlineData("npy")]
    [InlineData("csv")]
    public async Task Out_FolderThatIsThere_IsRefusedAndStays(string format)
    {
        _rig.Record(1);
        Directory.CreateDirectory(_folder.File("x"));
        File.WriteAllText(_folder.File("x/mine.npy"), "mine");

        (await RefusalAsync(format, "x", "--channels", "servo1.force"))
            .ShouldBe($"export: {_folder.File("x")} is already there; remove it, or give another --out");
        Directory.GetFileSystemEntries(_folder.Path, "*", SearchOption.AllDirectories)
            .ShouldBe([_folder.File("x"), _folder.File("x/mine.npy")]);
    }

    [Fact]
    public async Task Out_FolderThatIsMissing_IsNamed()
    {
        _rig.Record(1);
        (await RefusalAsync("csv", Path.Combine("none", "x.csv"), "--channels", "servo1.force"))
            .ShouldContain("; nothing was exported");
    }

    [Fact]
    public async Task Channels_OtherFromABlockOn_AreRefusedAndNothingIsLeft()
    {
        _rig.Record(3);
        _rig.Describe(TestStream.Description with { BaseRateHz = 2 * TestStream.Description.BaseRateHz });
        _rig.Record(3);

        (await RefusalAsync("csv", "x.csv", "--channels", "servo1.force"))
            .ShouldStartWith("export: the channels are others from sequence 4 of epoch 1000 on; nothing was exported");
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Channels_SameUnderANewRevision_GoOn()
    {
        _rig.Record(3);
        _rig.Describe(TestStream.Description);
        _rig.Record(3);

        (int code, _, string errors) = await Export("csv", "x.csv", "--channels", "servo1.force");
        code.ShouldBe(0, errors);
    }

    [Theory]
    [InlineData("--channels", "servo9.force", "the stream has no channel 'servo9.force' (did you mean servo1.force?); ")]
    [InlineData("--format", "xls", "--format xls is not known; it can be csv, jsonl, parquet, hdf5, mcap or npy")]
    [InlineData("--from", "soon", "--from soon is not a place in a journal; allowed is a sequence from 1, or ")]
    [InlineData("--from", "99", "there is no block from 99; the selection has sequences 1 to 3 of epoch 1000")]
    [InlineData("--to", "1999-01-01T00:00:00", "there is no block up to 1999-01-01T00:00:00; the selection has ")]
    [InlineData("--epoch", "7", "the journal has no blocks of epoch 7; it has epochs 1000")]
    [InlineData("--decimal", ",", "--decimal and --separator cannot both be a comma")]
    [InlineData("--decimal", "x", "--decimal x is no decimal sign; allowed is . or ,")]
    [InlineData("--separator", "::", "--separator :: is no separator; allowed is , ; or tab")]
    [InlineData("--at-rate", "100", "--at-rate needs --resample: hold, linear or mean")]
    [InlineData("--resample", "hold", "--resample belongs to --at-rate")]
    [InlineData("--stream", "other", "the journal has no stream 'other'; it has main")]
    public async Task Option_Invalid_IsRefused(string option, string value, string message)
    {
        _rig.Record(3);
        (await RefusalAsync("csv", "x.csv", option, value)).ShouldStartWith($"export: {message}");
    }

    [Fact]
    public async Task Window_WithNoBlockInIt_IsRefused()
    {
        _rig.Record(3);
        (await RefusalAsync("csv", "x.csv", "--from", "3", "--to", "2"))
            .ShouldBe("export: there is no block up to 2; the selection has sequences 3 to 3 of epoch 1000");
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("hold,linear")]
    [InlineData("linear,mean")]
    [InlineData("Hold")]
    [InlineData("1")]
    public async Task Resample_ThatIsNone_IsRefused(string method)
    {
        _rig.Record(1);
        (await RefusalAsync("csv", "x.csv", "--at-rate", "10", "--resample", method))
            .ShouldBe($"export: --resample {method} is not known; it can be hold, linear or mean");
    }

    [Theory]
    [InlineData("0", "'0' is not allowed; 1E-06 to 1000000000")]
    [InlineData("-5", "'-5' is not allowed; 1E-06 to 1000000000")]
    [InlineData("1E+300", "'1E+300' is not allowed; 1E-06 to 1000000000")]
    [InlineData("NaN", "'NaN' is not allowed; a finite number, with a point as decimal sign")]
    public async Task AtRate_ThatIsNone_IsRefused(string rate, string refusal)
    {
        _rig.Record(1);
        (await RefusalAsync("csv", "x.csv", "--at-rate", rate, "--resample", "hold"))
            .ShouldBe($"AtRate (from command line): {refusal}");
    }

    [Fact]
    public async Task Source_ForeignFolder_IsRefused()
    {
        File.WriteAllText(_folder.File("letter.txt"), "Dear");
        _rig.Record(1);
        (await RefusalAsync("csv", "x.csv", "--source", _folder.Path))
            .ShouldBe($"export: there are no blocks in the journal {_folder.Path}");
    }

    [Fact]
    public async Task Source_CorruptAndTorn_LeavesOutWhatCannotBeReadAndSaysSo()
    {
        _rig.Record(5);
        _rig.RecordRubbish();
        _rig.Record(5);

        (int code, _, string errors) = await Export("csv", "x.csv", "--channels", "servo1.force");

        code.ShouldBe(0, errors);
        File.ReadAllLines(_folder.File("x.csv")).Length.ShouldBe(1 + (10 * Points));
        errors.ShouldContain("export: blocks left out: 1; the first is sequence 6 of epoch 1000: ");
    }

    [Theory]
    [InlineData("csv")]
    [InlineData("parquet")]
    [InlineData("hdf5")]
    [InlineData("mcap")]
    [InlineData("npy")]
    public async Task Out_TargetThatCannotBeWritten_IsNamedAndNothingIsLeft(string format)
    {
        _rig.Record(1);
        File.WriteAllText(_folder.File("file"), "");
        (await RefusalAsync(format, Path.Combine("file", "x"), "--channels", "servo1.force"))
            .ShouldEndWith("; nothing was exported");
    }

    [Fact]
    public async Task AtRate_FarAboveTheChannels_IsRefused()
    {
        _rig.Record(1);
        (await RefusalAsync("csv", "x.csv", "--channels", "servo1.force", "--at-rate", "1e8", "--resample", "hold"))
            .ShouldStartWith("export: --at-rate 100000000 is more than 10 times the fastest of these channels, ");
    }

    [Fact]
    public async Task From_SequenceOfSeveralEpochs_NeedsAnEpoch()
    {
        _rig.Record(3);
        _rig.Begin(RecordedRig.FirstEpoch + 1);
        _rig.Record(3);

        (await RefusalAsync("csv", "x.csv", "--from", "2"))
            .ShouldBe("export: --from 2 is a sequence, which 2 epochs have; choose one with --epoch: 1000, 1001");
    }

    private Task<(int Code, string Output, string Errors)> Export(string format, string file, params string[] more)
    {
        _rig.Flush();
        string[] words = ["--format", format, .. more];
        return MonitorCommand.RunAsync(
            Stream.Null, ["export", "--source", _rig.Folder, "--out", _folder.File(file), .. Last(words)]);
    }

    // A later option of the same name replaces the one before: a test gives one that is wrong.
    private static IEnumerable<string> Last(string[] words) => words
        .Chunk(2)
        .GroupBy(pair => pair[0], StringComparer.Ordinal)
        .SelectMany(group => group.Last());

    private async Task<string> RefusalAsync(string format, string file, params string[] more)
    {
        (int code, string output, string errors) = await Export(format, file, more);
        (code, output).ShouldBe((2, ""));
        return errors.Trim().Split('\n')[^1];
    }
}
