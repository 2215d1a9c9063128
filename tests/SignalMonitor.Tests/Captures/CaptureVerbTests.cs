using System.Text.Json;

namespace SignalMonitor.Tests.Captures;

public sealed class CaptureVerbTests : IDisposable
{
    private readonly CaptureRig _rig = new();

    public CaptureVerbTests()
    {
        _rig.Break();
        _rig.Loop.ProcessAll(isLast: true);
    }

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Show_File_ReportsWhatHappened()
    {
        (int code, string output, string errors) = await Run(_rig.Files.Single());

        (code, errors).ShouldBe((0, ""));
        output.ShouldBe(
            """
            snap: servo1.force of stream main broke at sample 7
            due 2023-11-14 22:13:20.000233 UTC, block 3 of epoch 1 of 00112233-4455-6677-8899-aabbccddeeff
            100 kN at sample 6, 40 kN 0.03333 ms later
            12 points at 30000 Hz, from sample 1 on
              servo1.force: 0 to 100 kN, 1 missing
              servo1.stroke: 1000 to 1100 kN, 1 missing

            """);
    }

    [Fact]
    public async Task Show_Csv_HasALineForEachSample()
    {
        string[] lines = (await Run(_rig.Files.Single(), "--csv")).Output.Split('\n');

        lines[0].ShouldBe("index,seconds,servo1.force,servo1.stroke");
        lines[1].ShouldBe("1,-0.0002,60,1060");
        lines[7].ShouldBe("7,0,40,1040");
        lines[11].ShouldBe($"11,{4 / 30000.0:R},NaN,NaN");
        lines.Length.ShouldBe(14);
    }

    [Fact]
    public async Task Show_Json_IsOneObject()
    {
        JsonElement json = JsonDocument.Parse((await Run(_rig.Files.Single(), "--json")).Output).RootElement;

        json.GetProperty("name").GetString().ShouldBe("snap");
        json.GetProperty("breakIndex").GetInt64().ShouldBe(7);
        json.GetProperty("points").GetInt32().ShouldBe(12);
        JsonElement column = json.GetProperty("columns")[0];
        column.GetProperty("values")[0].GetDouble().ShouldBe(60);
        column.GetProperty("values")[10].GetString().ShouldBe("NaN");
    }

    [Fact]
    public async Task Show_CaptureOfARecording_IsMarked()
    {
        using CaptureRig replayed = new();
        replayed.Rig.Flags = FuncLibs.Messaging.Wire.FrameFlags.Recording;
        replayed.Break();
        replayed.Loop.ProcessAll(isLast: true);
        string file = replayed.Files.Single();

        (await Run(file)).Output.Split('\n')[1].ShouldBe("in a replay of a recording: it did not break then");
        JsonDocument.Parse((await Run(file, "--json")).Output).RootElement
            .GetProperty("replay")
            .GetBoolean()
            .ShouldBeTrue();
        JsonDocument.Parse((await Run(_rig.Files.Single(), "--json")).Output).RootElement
            .TryGetProperty("replay", out _)
            .ShouldBeFalse();
    }

    [Fact]
    public async Task Show_AnotherFile_Exits2WithOneLine()
    {
        string other = _rig.Folder + ".txt";
        await File.WriteAllTextAsync(other, "text");

        (int code, string output, string errors) = await Run(other);

        (code, output).ShouldBe((2, ""));
        errors.ShouldBe(
            $"capture: {other}: no capture of format telemetry-capture/1: capture at byte 0: TypeMismatch\n");
    }

    [Fact]
    public async Task Show_CsvAndJson_Exits2() =>
        (await Run(
            _rig.Files.Single(),
            "--csv",
            "--json")).Errors.ShouldBe("capture: --json and --csv cannot both be given\n");

    private static Task<(int Code, string Output, string Errors)> Run(params string[] words) =>
        MonitorCommand.RunAsync(Stream.Null, ["capture", "show", .. words]);
}
