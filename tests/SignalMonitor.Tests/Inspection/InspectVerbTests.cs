using System.Buffers;
using FuncLibs.Blocks.Serialization.BuiltIn;
using Testing;

namespace SignalMonitor.Tests.Inspection;

public sealed class InspectVerbTests
{
    public static TheoryData<string> Names => [.. BuiltInSerializers.CreateRegistry().Names];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Inspect_AnyFormat_IsGuessedAndPrinted(string name)
    {
        byte[] bytes = Encode(name);

        (int code, string output, string errors) = await Run(bytes);

        (code, errors).ShouldBe((0, ""));
        output.ShouldContain($"ok, {bytes.Length} bytes");
        output.ShouldContain(
            "firstSampleIndex 1234567890123, sampleRateHz 30000, counts servo 2 temp 1 ad 2 in 8 out 3");
        output.ShouldContain("servo[1] id 1, 3 points, 2 sensors");
        output.ShouldContain("  servo[0].sensor[1] = ");
        output.ShouldContain("bitIn = 10010010");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Inspect_ConcatenatedDocuments_PrintsEach(string name)
    {
        byte[] one = Encode(name);

        (int code, string output, _) = await Run([.. one, .. one, .. one]);

        code.ShouldBe(0, output);
        output.ShouldContain($"document 1 at byte {one.Length}:");
        output.ShouldContain($"document 2 at byte {2 * one.Length}:");
    }

    [Fact]
    public async Task Inspect_Frame_PrintsHeaderAndPayload()
    {
        byte[] frame = [.. Golden("header-small.bin"), .. Golden("columns-small.msgpack")];

        (int code, string output, _) = await Run(frame);

        code.ShouldBe(0, output);
        output.ShouldContain("         8  publisher        00112233-4455-6677-8899-aabbccddeeff");
        output.ShouldContain("1763700315123456700 (2025-11-21T04:45:15.1234567Z)");
        output.ShouldContain("payload at byte 80: columns");
        output.ShouldContain("        80  array of 8");
    }

    [Fact]
    public async Task Inspect_FrameWithABrokenPayload_IsReported()
    {
        byte[] frame = [.. Golden("header-small.bin"), .. Golden("columns-small.msgpack")];
        frame[100] ^= 1;

        (int code, string output, _) = await Run(frame);

        (code, output.Contains("frame: PayloadCrc", StringComparison.Ordinal)).ShouldBe((1, true), output);
    }

    [Fact]
    public async Task Inspect_BrokenDocument_PrintsTheOutcomeAndTheBytes()
    {
        byte[] bytes = Encode("columns");
        bytes[^1] = 0xFF;

        (int code, string output, _) = await Run(bytes);

        code.ShouldBe(1);
        output.ShouldContain($"columns: OutOfRange at byte {bytes.Length - 1}, bitOut: expected 0 in the unused bits");
        output.ShouldContain(" FF\n");
        output.ShouldContain("^^");
    }

    [Fact]
    public async Task Inspect_CompressedRaggedRows_ReportsWhereInside()
    {
        (int code, string output, _) = await Run(Golden("rows-edge.ext98.msgpack"));

        code.ShouldBe(1);
        output.ShouldContain("rows inside rows-lz4array: Ragged at byte 193, servo[0].datas[1].sensors");
        output.ShouldContain("         1    [0] ext 98 of 2: CCEA");
    }

    [Fact]
    public async Task Inspect_Map_PrintsKeysWithoutControlCharacters()
    {
        byte[] map = [0x82, 0xA2, .. "op"u8, 0xA5, .. "he\u001b[l"u8, 0xA2, .. "id"u8, 0xCD, 1, 0];

        (int code, string output, _) = await Run(map);

        code.ShouldBe(0);
        output.ShouldContain("""         4    "op": "he\u001B[l" """.TrimEnd());
        output.ShouldContain("""        13    "id": 256""");
    }

    [Fact]
    public async Task Inspect_NamedContent_IsNotGuessed()
    {
        (int code, string output, _) = await Run(Encode("rows"), "--Content", "columns");

        (code, output.Contains(
            "columns: TypeMismatch at byte 1, version: expected the format version 1, found array",
            StringComparison.Ordinal)).ShouldBe((1, true), output);
    }

    [Fact]
    public async Task Inspect_UnknownContent_Exits2()
    {
        (int code, _, string errors) = await Run([0xC0], "--Content", "xml");

        (code, errors.Contains("'xml' is no format", StringComparison.Ordinal)).ShouldBe((2, true), errors);
    }

    [Fact]
    public async Task Inspect_MissingFile_Exits2()
    {
        (int code, _, string errors) = await MonitorCommand.RunAsync(Stream.Null, "inspect", "/nowhere/at-all.bin");

        (code, errors.Contains("cannot be read", StringComparison.Ordinal)).ShouldBe((2, true), errors);
    }

    [Fact]
    public async Task Inspect_EveryCut_NeverThrows()
    {
        byte[] bytes = [.. Golden("header-small.bin"), .. Golden("columns-small.msgpack")];
        for (int length = sizeof(uint); length < bytes.Length; length += 7)
            (await Run(bytes[..length])).Code.ShouldBe(1, $"{length} bytes");
    }

    private static byte[] Golden(string name) =>
        File.ReadAllBytes(Repository.PathOf("tests", "FuncLibs.Tests", "Vectors", name));

    private static byte[] Encode(string name)
    {
        var output = new ArrayBufferWriter<byte>();
        BuiltInSerializers.CreateRegistry().Create(name)!.Serialize(
            ReferenceBlocks.Create(ReferenceBlocks.Small), output);
        return output.WrittenSpan.ToArray();
    }

    private static Task<(int Code, string Output, string Errors)> Run(byte[] input, params string[] more) =>
        MonitorCommand.RunAsync(new MemoryStream(input), ["inspect", "-", .. more]);
}
