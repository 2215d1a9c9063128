using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Protobuf;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Protobuf;

/// <summary>Bytes that Google.Protobuf writes too (tests/Interop/Library/ProtobufLibraryTests.cs).</summary>
public sealed class ProtobufVectorTests
{
    private readonly ProtobufSerializer _serializer = new();

    [Fact]
    public void Serialize_SmallBlock_WritesTheGoldenBytes()
    {
        var output = new ArrayBufferWriter<byte>();

        _serializer.Serialize(ReferenceBlocks.Create(ReferenceBlocks.Small), output);

        output.WrittenSpan.ToArray().ShouldBe(Golden());
    }

    [Fact]
    public void Deserialize_GoldenBytes_GivesTheFormulaBlock()
    {
        var target = new CDataBlock(BlockLayout.Empty);

        DecodeOutcome outcome = _serializer.Deserialize(Golden(), target);

        outcome.IsOk.ShouldBeTrue(outcome.ToString());
        BlockEquality.Difference(target, ReferenceBlocks.Create(ReferenceBlocks.Small)).ShouldBeNull();
    }

    private static byte[] Golden() =>
        File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "Vectors", "protobuf-small.bin"));
}
