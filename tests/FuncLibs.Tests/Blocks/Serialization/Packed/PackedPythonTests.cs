namespace FuncLibs.Tests.Blocks.Serialization.Packed;

/// <summary>The golden bodies of ext 21, read by sixty lines of Python.</summary>
public sealed class PackedPythonTests
{
    public static TheoryData<string> Names => [.. PackedGolden.Names];

    [PythonTheory]
    [MemberData(nameof(Names))]
    public async Task Decode_GoldenBody_GivesTheGoldenPoints(string name) =>
        (await PythonDecoder.DecodeAsync("decode_packed.py", PackedGolden.PathOf(name, "bin")))
            .ShouldBe(await File.ReadAllBytesAsync(PackedGolden.PathOf(name, "f64")));
}
