using System.Buffers.Binary;
using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using FuncLibs.Messaging.RigLink;
using HardwareConnector.Hosting;
using Testing.Processes;

namespace HardwareConnector.Tests.LinkChecks;

/// <summary>`link check` against rigs on real sockets: one fault each, and what is said of it.</summary>
public sealed class LinkCheckTests
{
    private const int Late = 60;

    // What a rig in a process that stands still for a moment has too.
    private static readonly string[] Timing = ["irregularTimes", "wrongRate"];

    [Fact]
    public async Task Check_GoodRig_ExitsZeroWithItsFigures()
    {
        (int code, string text) = await CheckGood("--for", "3", "--json");

        JsonElement report = JsonDocument.Parse(text).RootElement;
        (code, report.GetProperty("isClean").GetBoolean()).ShouldBe((ExitCodes.Ok, true), text);
        JsonElement stream = report.GetProperty("streams")[0];
        stream.GetProperty("name").GetString().ShouldBe("main");
        stream.GetProperty("announcedBlocksPerSecond").GetDouble().ShouldBe(100);
        stream.GetProperty("measuredBlocksPerSecond").GetDouble().ShouldBe(100, 10);
        stream.GetProperty("signals").GetArrayLength().ShouldBe(37);
        report.GetProperty("heartbeats").GetInt32().ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Check_GoodRig_TextListsWhatIsRight()
    {
        (int code, string text) = await CheckGood("--for", "2");

        code.ShouldBe(ExitCodes.Ok, text);
        text.ShouldContain("stream main: 2000 Hz, 20 points a block, 37 signals");
        text.ShouldContain("servo1.force kN");
        text.ShouldEndWith("clean: no faults\n");
    }

    [Fact]
    public async Task Check_NoHello_IsReported()
    {
        using PacedRig rig = new PacedRig { Hello = [] }.Start();

        (await Faults(rig)).ShouldBe(["noHello"]);
    }

    [Fact]
    public async Task Check_BlockBeforeHello_IsNoHello()
    {
        using PacedRig rig = new PacedRig { Hello = [1, 0, 0, 0, (byte)LinkFrameType.Heartbeat] }.Start();

        (await Faults(rig)).ShouldBe(["noHello"]);
    }

    [Fact]
    public async Task Check_OtherVersion_IsReported()
    {
        // {protocol: 2, streams: []}
        using PacedRig rig = new PacedRig
        {
            Hello = Frame(LinkFrameType.Hello, [0x82, 0xA8, .. "protocol"u8, 2, 0xA7,
            .. "streams"u8, 0x90])
        }.Start();

        (await Faults(rig)).ShouldBe(["wrongVersion"]);
    }

    [Fact]
    public async Task Check_NoStreams_IsABadHello()
    {
        using PacedRig rig = new PacedRig
        {
            Hello = Frame(LinkFrameType.Hello, [0x82, 0xA8, .. "protocol"u8, 1, 0xA7,
            .. "streams"u8, 0x90])
        }.Start();

        (await Faults(rig)).ShouldBe(["badHello"]);
    }

    [Fact]
    public async Task Check_NoFrames_IsReported()
    {
        using PacedRig rig = new PacedRig { Hello = [.. "HTTP/1.1 400 Bad Request"u8] }.Start();

        (await Faults(rig)).ShouldBe(["badFrame"]);
    }

    [Fact]
    public async Task Check_BlocksOfAnotherLayout_ReportsWhereAndHowOften()
    {
        StreamDescription good = PacedRig.Good;
        using PacedRig rig = new PacedRig { Description = good with { Servo = good.Servo[..1] } }.Start();

        (int code, string text) = await Check(rig, seconds: 2);

        code.ShouldBe(ExitCodes.FatalError);
        text.ShouldContain("FAULT notDescribed, stream main: block 1: servo: 2 channels, but the stream has 1; ");
        text.ShouldContain("  why: the connector closes the link\n");
        text.ShouldContain("  do:  make hello and blocks agree");
        text.ShouldEndWith("faults: 1\n");
    }

    [Fact]
    public async Task Check_UnknownStream_IsReported()
    {
        using PacedRig rig = new PacedRig { Head = (header, _) => header with { Stream = 7 } }.Start();

        (await Faults(rig)).ShouldBe(["notDescribed", "noBlocks"]);
    }

    [Fact]
    public async Task Check_BadDocument_IsReported()
    {
        using PacedRig rig = new PacedRig
        {
            Before = (frame, client, n) =>
            {
                if (n == Late)
                    client.Send(Frame(LinkFrameType.Block, [1, .. new byte[31], 0xC0]));
                return true;
            },
        }.Start();

        (await Faults(rig)).ShouldBe(["badDocument"]);
    }

    [Fact]
    public async Task Check_BlocksInBursts_AreIrregular()
    {
        using PacedRig rig = new PacedRig { Burst = 50 }.Start();

        (await Faults(rig, seconds: 3, timing: true)).ShouldBe(["irregularTimes"]);
    }

    [Fact]
    public async Task Check_IndexThatJumps_ReportsByHowMuch()
    {
        using PacedRig rig = new PacedRig
        {
            Change = (block, n) => block.FirstSampleIndex += n >= Late ? 40
            : 0
        }.Start();

        (_, JsonElement report) = await CheckJson(rig, seconds: 2);

        JsonElement fault = report.GetProperty("faults")[0];
        fault.GetProperty("kind").GetString().ShouldBe("sampleIndexJump");
        fault.GetProperty("what").GetString().ShouldBe(
            "block 61: first sample 1240, expected 1200 (40 samples missing)");
    }

    [Fact]
    public async Task Check_LiveCountAboveTheBlock_IsReported()
    {
        using PacedRig rig = new PacedRig
        {
            Head = (header, n) => n == Late
            ? header with { Live = new BlockCounts(3, 0, 0, 0, 0) } : header
        }.Start();

        (await Faults(rig)).ShouldContain("countOutOfRange");
    }

    [Fact]
    public async Task Check_NoHeartbeat_ReportsForHowLong()
    {
        using PacedRig rig = new PacedRig { Heartbeats = false }.Start();

        (await Faults(rig, seconds: 3)).ShouldBe(["noHeartbeat"]);
    }

    [Fact]
    public async Task Check_UnitsAndRanges_AreRequired()
    {
        ChannelDescription ad = PacedRig.Good.AD[0];
        ColumnDescription column = ad.Columns[0];
        using PacedRig rig = new PacedRig
        {
            Description = PacedRig.Good with
            {
                AD =
                [
                    ad with { Columns = [column with { Unit = "" }] },
                    PacedRig.Good.AD[1] with { Columns = [column with { Unit = "furlong%%" }] },
                    PacedRig.Good.AD[2] with { Columns = [column with { Min = double.NegativeInfinity }] },
                    .. PacedRig.Good.AD[3..],
                ],
            },
        }.Start();

        (_, JsonElement report) = await CheckJson(rig, seconds: 2);

        report.GetProperty("faults").EnumerateArray().Select(fault =>
            $"{fault.GetProperty("kind")} {fault.GetProperty("where")}")
            .Where(fault => !Timing.Any(kind => fault.StartsWith(kind, StringComparison.Ordinal)))
            .ShouldBe(["unitMissing stream main, ad1", "unitUnknown stream main, ad2",
                "rangeMissing stream main, ad3"]);
    }

    [Fact]
    public async Task Check_ClockThatSteps_ReportsByHowMuch()
    {
        using PacedRig rig = new PacedRig
        {
            Head = (header, n) => n >= Late ? header with { DueUtcNs = header.DueUtcNs + 50_000_000 } : header,
        }.Start();

        (_, string text) = await Check(rig, seconds: 2);

        text.ShouldContain("FAULT clockStep, stream main: block 61: the due time steps by 50 ms against the sample "
            + "index\n");
    }

    [Fact]
    public async Task Check_ClockOfAnotherTimeZone_IsReported()
    {
        using PacedRig rig = new PacedRig
        {
            Head = (header, _) =>
            header with { DueUtcNs = header.DueUtcNs + 3_600_000_000_000 }
        }.Start();

        (await Faults(rig)).ShouldBe(["clockOffset"]);
    }

    [Fact]
    public async Task Check_OtherRateThanAnnounced_IsReported()
    {
        const double Announced = 3000;
        using PacedRig rig = new PacedRig
        {
            Description = PacedRig.Good with { BaseRateHz = Announced },
            Change = (block, _) => block.SampleRateHz = Announced,
        }.Start();

        (await Faults(rig, seconds: 3, timing: true)).ShouldContain("wrongRate");
    }

    [Fact]
    public async Task Check_BadValues_AreNamed()
    {
        using PacedRig rig = new PacedRig
        {
            Change = (block, n) =>
            {
                BlockChannel axis = block.Channel(BlockGroup.Servo, 0);
                axis.Count.Fill(n == Late ? 0 : 100);
                axis.Sensor(0)[3] = n == Late + 1 ? double.NaN : axis.Sensor(0)[3];
                axis.Sensor(1)[3] = n == Late + 2 ? 1e6 : axis.Sensor(1)[3];
            },
            Head = (header, n) => n == Late + 3 ? header with { ErrorCode = 17 } : header,
        }.Start();

        (await Faults(rig)).ShouldBe(["countBack", "nonFinite", "outOfRange", "errorCode"]);
    }

    [Fact]
    public async Task Check_RigThatHangsUp_ReportsItsReason()
    {
        using PacedRig rig = new PacedRig
        {
            Before = (frame, client, n) =>
            {
                if (n < Late)
                    return true;
                new LinkStateFrame(LinkCondition.Offline, "door open").Write(frame);
                client.Send(frame.Frame);
                return false;
            },
        }.Start();

        (_, string text) = await Check(rig, seconds: 3);

        text.ShouldContain("FAULT connectionEnded, connection: after ");
        text.ShouldContain("; the rig reports: door open");
    }

    [Fact]
    public async Task Check_UnusableEvent_IsReported()
    {
        using PacedRig rig = new PacedRig
        {
            Before = (frame, client, n) =>
            {
                if (n == Late)
                    client.Send(Frame(LinkFrameType.Event, [0x80]));
                return true;
            },
        }.Start();

        (await Faults(rig)).ShouldBe(["badMessage"]);
    }

    [Fact]
    public async Task Check_NoListener_ExitsTwoAndReportsWhatToDo()
    {
        (int code, string text) = await Check($"tcp://127.0.0.1:{Hosts.FreePort()}", "--for", "2");

        code.ShouldBe(ExitCodes.CannotStart);
        text.ShouldContain("no program listens at tcp://127.0.0.1:");
        text.ShouldContain("start the rig's adapter first");
    }

    [Theory]
    [InlineData("127.0.0.1:5555", "--for", "2", "tcp://HOST:PORT")]
    [InlineData("tcp://127.0.0.1:5555", "--for", "1", "2 to 3600")]
    [InlineData("tcp://127.0.0.1:5555", "--fro", "2", "For")]
    public async Task Check_WrongCommandLine_ExitsTwoAndReportsWhatIsAllowed(
        string endpoint, string option, string value,
        string expected)
    {
        (int code, string text) = await Check(endpoint, option, value);

        code.ShouldBe(ExitCodes.CannotStart);
        text.ShouldContain(expected);
    }

    private static byte[] Frame(LinkFrameType type, byte[] body)
    {
        byte[] frame = [0, 0, 0, 0, (byte)type, .. body];
        BinaryPrimitives.WriteInt32LittleEndian(frame, body.Length + 1);
        return frame;
    }

    private static async Task<string[]> Faults(PacedRig rig, int seconds = 2, bool timing = false)
    {
        (int code, JsonElement report) = await CheckJson(rig, seconds);
        string[] kinds = [.. report.GetProperty("faults").EnumerateArray()
            .Select(fault => fault.GetProperty("kind").GetString()!)];
        code.ShouldBe(kinds.Length == 0 ? ExitCodes.Ok : ExitCodes.FatalError);

        // A machine that tests run on may be too busy for blocks in time.
        return timing ? kinds : [.. kinds.Except(Timing)];
    }

    // A faultless rig of a process that stands still for a moment is none: then another one is checked.
    private static async Task<(int Code, string Text)> CheckGood(params string[] words)
    {
        const int Attempts = 5;
        for (int attempt = 1; ; attempt++)
        {
            using PacedRig rig = new PacedRig().Start();
            (int Code, string Text) result = await Check(rig.Endpoint, words);
            if (attempt == Attempts || !Timing.Any(kind => result.Text.Contains(kind, StringComparison.Ordinal)))
                return result;
        }
    }

    private static async Task<(int Code, JsonElement Report)> CheckJson(PacedRig rig, int seconds)
    {
        (int code, string text) = await Check(rig.Endpoint, "--for", $"{seconds}", "--json");
        return (code, JsonDocument.Parse(text).RootElement);
    }

    private static Task<(int Code, string Text)> Check(PacedRig rig, int seconds) =>
        Check(rig.Endpoint, "--for", $"{seconds}");

    private static async Task<(int Code, string Text)> Check(string endpoint, params string[] words)
    {
        using var output = new StringWriter();
        var inputs = new ConfigurationInputs(AppContext.BaseDirectory, new Dictionary<string, string>());
        int code = await HostProgram.RunAsync(
            ["link", "check", endpoint, .. words], ConnectorHost.Definition, inputs,
                new ProcessStreams(Stream.Null, output, output));
        return (code, output.ToString());
    }
}
