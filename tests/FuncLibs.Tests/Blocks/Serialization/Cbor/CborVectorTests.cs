using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Cbor;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Cbor;

/// <summary>Bytes that Python's cbor2 wrote (tests/Interop/python/make_cbor_vectors.py).</summary>
public sealed class CborVectorTests
{
    private readonly CborSerializer _serializer = new();

    [Fact]
    public void Serialize_SmallBlock_WritesTheGoldenBytes()
    {
        var output = new ArrayBufferWriter<byte>();

        _serializer.Serialize(ReferenceBlocks.Create(ReferenceBlocks.Small), output);

        output.WrittenSpan.ToArray().ShouldBe(Read("cbor-small"));
    }

    [Theory]
    [InlineData("cbor-small")]
    [InlineData("cbor-small-arrays")]
    [InlineData("cbor-small-canonical")]
    public void Deserialize_GoldenBytes_GivesTheFormulaBlock(string vector)
    {
        var target = new CDataBlock(BlockLayout.Empty);

        DecodeOutcome outcome = _serializer.Deserialize(Read(vector), target);

        outcome.IsOk.ShouldBeTrue(outcome.ToString());
        BlockEquality.Difference(target, ReferenceBlocks.Create(ReferenceBlocks.Small)).ShouldBeNull();
    }

    private static byte[] Read(string vector) =>
        File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "Vectors", vector + ".cbor"));
}
