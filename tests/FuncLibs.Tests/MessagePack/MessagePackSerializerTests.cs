using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Rows;
using FuncLibs.MessagePack;
using Testing;

namespace FuncLibs.Tests.MessagePack;

public sealed class MessagePackSerializerTests
{
    [Theory]
    [InlineData("rows-small")]
    [InlineData("rows-counts")]
    [InlineData("rows-reference")]
    [InlineData("rows-empty")]
    [InlineData("rows-edge")]
    public void Serialize_WhatWasRead_GivesTheGoldenBytes(string vector)
    {
        byte[] golden = Golden.Read(vector);

        MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<RowBlock>(golden)).ShouldBe(golden);
    }

    [Fact]
    public void Deserialize_RowsEdge_GivesTheValuesOfItsReadme()
    {
        RowBlock rows = MessagePackSerializer.Deserialize<RowBlock>(Golden.Read("rows-edge")).ShouldNotBeNull();

        SingleChDatas channel = rows.ServoData.ShouldHaveSingleItem();
        channel.ChannelId.ShouldBe(-1);
        CData first = channel.Datas![0];
        (first.ActiveCtrl, first.Output, first.Count).ShouldBe((short.MinValue, double.PositiveInfinity, long.MinValue));
        BitConverter.DoubleToUInt64Bits(first.Command).ShouldBe(0xFFF8000000000000UL);
        first.Sensors!.Length.ShouldBe(14);
        BitConverter.DoubleToUInt64Bits(first.Sensors[7]).ShouldBe(0x7FF8DEADBEEF0001UL);
        channel.Datas[1].Sensors.ShouldBeEmpty();
        rows.TempData.ShouldBeEmpty();
        rows.ADData.ShouldBeNull();
        rows.BitIn.ShouldBeEmpty();
        rows.BitOut.ShouldBe([true, false, true]);
        (rows.FirstSampleIndex, rows.ServoChCount, rows.TempChCount, rows.ADCount, rows.InCount, rows.OutCount)
            .ShouldBe((long.MaxValue, int.MaxValue, int.MinValue, -1, 127, 128));
        BitConverter.DoubleToInt64Bits(rows.SampleRate).ShouldBe(long.MinValue);
    }

    [Fact]
    public void Serialize_Block_IsContent1()
    {
        byte[] bytes = MessagePackSerializer.Serialize(ReferenceBlocks.Create(ReferenceBlocks.Small));

        bytes.ShouldBe(Golden.Read("columns-small"));
    }

    [Fact]
    public void Deserialize_Block_GivesItBack()
    {
        CDataBlock block = MessagePackSerializer.Deserialize<CDataBlock>(Segments.Of(Golden.Read("columns-small"), 11)).ShouldNotBeNull();

        BlockEquality.Difference(block, ReferenceBlocks.Create(ReferenceBlocks.Small)).ShouldBeNull();
    }

    [Fact]
    public void Serialize_Null_IsNil() => MessagePackSerializer.Serialize<CDataBlock>(null).ShouldBe([MessagePackCode.Nil]);

    [Fact]
    public void Deserialize_Nil_IsNull() => MessagePackSerializer.Deserialize<RowBlock>([MessagePackCode.Nil]).ShouldBeNull();

    [Fact]
    public void Deserialize_BadBytes_ThrowsWithThePlace()
    {
        byte[] bytes = Golden.Read("columns-small");
        bytes[1] = 9;

        Should.Throw<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<CDataBlock>(bytes))
            .Message.ShouldContain("UnsupportedVersion at byte 1, version: expected the format version 1, found version 9");
    }

    [Fact]
    public void TryDeserialize_CutAtEveryByte_IsTruncated()
    {
        byte[] bytes = Golden.Read("rows-small");
        for (int length = 0; length < bytes.Length; length++)
        {
            MessagePackOutcome outcome = MessagePackSerializer.TryDeserialize(bytes.AsSpan(0, length), out RowBlock? rows);

            (outcome.IsOk, outcome.Failure, rows).ShouldBe((false, ReadFailure.Truncated, null));
        }
    }

    [Fact]
    public void TryDeserialize_TrailingByte_IsRefused() =>
        MessagePackSerializer.TryDeserialize([.. Golden.Read("rows-small"), 0], out RowBlock? _).Failure.ShouldBe(ReadFailure.TrailingBytes);

    [Fact]
    public void TryDeserialize_MoreMembersThanKnown_SkipsThem()
    {
        MessagePackSerializer.TryDeserialize([0x93, 0x90, 0x07, 0xA1, 0x61], out SingleADDatas? input).IsOk.ShouldBeTrue();

        input!.ChannelId.ShouldBe(7);
    }

    [Fact]
    public void TryDeserialize_RandomMutations_NeverThrow()
    {
        byte[] good = Golden.Read("rows-small");
        var random = new Random(3);
        for (int i = 0; i < 20_000; i++)
        {
            byte[] bad = [.. good];
            bad[random.Next(bad.Length)] = (byte)random.Next(256);
            bad[random.Next(bad.Length)] = (byte)random.Next(256);

            MessagePackOutcome outcome = MessagePackSerializer.TryDeserialize(bad, out RowBlock? rows);

            outcome.IsOk.ShouldBe(rows is not null || (outcome.IsOk && bad[0] == MessagePackCode.Nil));
        }
    }

    [Fact]
    public void Serialize_TypeWithoutFormatter_SaysSo() =>
        Should.Throw<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(new Version())).Message.ShouldContain("System.Version");

    [Fact]
    public void Serialize_ToBuffer_AppendsTheSameBytes()
    {
        var output = new ArrayBufferWriter<byte>();
        MessagePackSerializer.Serialize(ReferenceBlocks.Create(ReferenceBlocks.Small), output);

        output.WrittenSpan.ToArray().ShouldBe(Golden.Read("columns-small"));
    }
}
