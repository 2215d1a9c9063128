using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Recorder;
using SignalMonitor.Tests.Receiving;
using Testing;

namespace SignalMonitor.Tests.Recorder;

public sealed class PackedFramesTests
{
    private readonly SerializerRegistry _registry = BuiltInSerializers.CreateRegistry();
    private readonly ArrayBufferWriter<byte> _output = new();

    [Theory]
    [InlineData("columns")]
    [InlineData("columns-raw")]
    [InlineData("rows")]
    [InlineData("json")]
    public void TryRewrite_Block_HasTheSameBitsInFewerBytes(string format)
    {
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Reference);
        byte[] published = Encode(format, block, out byte content);

        new PackedFrames(_registry)
            .TryRewrite(Header(content), published, _output, out byte packed).ShouldBeTrue();

        _output.WrittenCount.ShouldBeLessThan(published.Length);
        CDataBlock read = new(BlockLayout.Empty);
        _registry.CreateSet().Deserialize(packed, _output.WrittenSpan, read).IsOk.ShouldBeTrue();
        Encode("columns-raw", read, out _).ShouldBe(Encode("columns-raw", block, out _));
    }

    [Fact]
    public void TryRewrite_AlreadyPacked_StaysAsItIs()
    {
        byte[] published =
            Encode("columns-packed", ReferenceBlocks.Create(ReferenceBlocks.Reference), out byte content);

        new PackedFrames(_registry).TryRewrite(Header(content), published, _output, out _).ShouldBeFalse();
    }

    [Fact]
    public void TryRewrite_WhatCannotBeDecoded_StaysAsItIs() =>
        new PackedFrames(_registry).TryRewrite(Header(1), [0xC1], _output, out _).ShouldBeFalse();

    [Fact]
    public void TryRewrite_Catalogue_StaysAsItIs() => new PackedFrames(_registry)
        .TryRewrite(Header(1) with { Kind = FrameKind.Catalogue }, new byte[100], _output, out _).ShouldBeFalse();

    private static FrameHeader Header(byte content) => IntakeRig.DataHeader(1) with { Content = content };

    private byte[] Encode(string format, CDataBlock block, out byte content)
    {
        IBlockSerializer serializer = _registry.Create(format)!;
        content = serializer.ContentId;
        ArrayBufferWriter<byte> output = new();
        serializer.Serialize(block, output);
        return output.WrittenSpan.ToArray();
    }
}
