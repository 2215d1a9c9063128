using System.Buffers.Binary;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Compressed;
using FuncLibs.Blocks.Serialization.Lz4;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Compressed;

/// <summary>Wrappings with false lengths, by name.</summary>
public sealed class Lz4RefusalTests
{
    private const int MaxScratch = 64 << 20;

    // 13 literals.
    private static readonly byte[] Block = [0xD0, .. "abcabcabcabcX"u8];

    private static readonly Lz4Serializer Serializer = Lz4Serializer.RowsArray();

    [Fact]
    public void Deserialize_Ext98OfTheLargestLength_IsRefusedBeforeAllocating() =>
        RefusedWithoutAllocating(Array([0xCE, 0x7F, 0xFF, 0xFF, 0xFF], Block), DecodeStatus.LimitExceeded, "blocks[0]");

    [Fact]
    public void Deserialize_Ext98WhoseLengthsAddUpAboveTheLimit_IsRefusedBeforeAllocating() =>
        RefusedWithoutAllocating(
            Array([0xCE, 2, 0, 0, 0, 0xCE, 2, 0, 0, 0], Block, Block), DecodeStatus.LimitExceeded, "blocks[1]");

    [Fact]
    public void Deserialize_Ext98ThatItsBytesCannotHold_IsRefusedBeforeAllocating() =>
        RefusedWithoutAllocating(Array([0xCE, 1, 0, 0, 0], Block), DecodeStatus.LengthMismatch, "block");

    [Fact]
    public void Deserialize_Ext99OfTheLargestLength_IsRefusedBeforeAllocating() =>
        RefusedWithoutAllocating(One(int.MaxValue, Block), DecodeStatus.LimitExceeded, "block");

    [Fact]
    public void Deserialize_Ext99OfNegativeLength_IsRefused() =>
        RefusedWithoutAllocating(One(-1, Block), DecodeStatus.LimitExceeded, "block");

    [Fact]
    public void Deserialize_Ext99ThatItsBytesCannotHold_IsRefusedBeforeAllocating() =>
        RefusedWithoutAllocating(One(1 << 20, Block), DecodeStatus.LengthMismatch, "block");

    [Fact]
    public void Deserialize_BombOfZeros_NeverTakesMoreThanTheLimit()
    {
        byte[] zeros = new byte[30 << 20];
        byte[] packed = new byte[Lz4Block.MaxBytes(zeros.Length)];
        byte[] bomb = One(zeros.Length, packed.AsSpan(0, Lz4Block.Compress(zeros, packed)).ToArray());
        long before = GC.GetAllocatedBytesForCurrentThread();

        DecodeOutcome outcome = Lz4Serializer.RowsBlock().Deserialize(bomb, new CDataBlock(BlockLayout.Empty));

        outcome.Status.ShouldBe(DecodeStatus.TypeMismatch);
        outcome.Format.ShouldBe("rows inside rows-lz4block");
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(MaxScratch + 4096);
    }

    [Fact]
    public void Deserialize_BombAboveTheBlockLimits_IsRefusedBeforeAllocating()
    {
        byte[] zeros = new byte[1 << 20];
        byte[] packed = new byte[Lz4Block.MaxBytes(zeros.Length)];
        byte[] bomb = One(zeros.Length, packed.AsSpan(0, Lz4Block.Compress(zeros, packed)).ToArray());
        var small = Lz4Serializer.RowsArray(new BlockLimits { Values = 1000, Columns = 16, Channels = 4, Bits = 64 });

        RefusedWithoutAllocating(bomb, DecodeStatus.LimitExceeded, "block", small);
    }

    [Theory]
    [InlineData(12)]
    [InlineData(14)]
    public void Deserialize_BlockOfAnotherLength_IsRefused(byte claimed)
    {
        Refused(Array([claimed], Block)).ShouldBeOneOf(DecodeStatus.Malformed, DecodeStatus.LengthMismatch);
        Refused(One(claimed, Block)).ShouldBeOneOf(DecodeStatus.Malformed, DecodeStatus.LengthMismatch);
    }

    [Fact]
    public void Deserialize_BlockWithInputLeftOver_IsRefused() =>
        Refused(Array([13], [.. Block, 0])).ShouldBe(DecodeStatus.Malformed);

    [Fact]
    public void Deserialize_MatchBeforeTheStart_IsRefused() =>
        Refused(Array([30], [0x1F, 0x61, 0xFF, 0xFF, 0x00, 0x50, 1, 2, 3, 4, 5])).ShouldBe(DecodeStatus.Malformed);

    [Fact]
    public void Deserialize_FewerLengthsThanBlocks_IsRefused() =>
        Refused(Array([13], Block, Block)).ShouldBe(DecodeStatus.OutOfRange);

    [Fact]
    public void Deserialize_MoreLengthsThanBlocks_IsRefused() =>
        Refused(Array([13, 13], Block)).ShouldBe(DecodeStatus.LengthMismatch);

    [Fact]
    public void Deserialize_NegativeLength_IsRefused() =>
        Refused(Array([0xFF], Block)).ShouldBe(DecodeStatus.OutOfRange);

    [Fact]
    public void Deserialize_LengthThatIsNoInt_IsRefused() =>
        Refused(Array([0xC0], Block)).ShouldBe(DecodeStatus.OutOfRange);

    [Fact]
    public void Deserialize_BlockThatIsNoBin_IsRefused() =>
        Refused([0x92, 0xD4, 98, 13, 0xA3, .. "abc"u8]).ShouldBe(DecodeStatus.TypeMismatch);

    [Theory]
    [InlineData(97)]
    [InlineData(99)]
    public void Deserialize_WrongExtInTheArray_IsRefused(byte type)
    {
        byte[] bytes = Array([13], Block);
        bytes[3] = type;

        Refused(bytes).ShouldBe(DecodeStatus.UnsupportedEncoding);
    }

    [Fact]
    public void Deserialize_Ext98AloneWithoutArray_IsRefused() =>
        Refused([0xC7, 1, 98, 13]).ShouldBe(DecodeStatus.UnsupportedEncoding);

    [Fact]
    public void Deserialize_Ext99WithoutItsLength_IsRefused() =>
        Refused([0xC7, 3, 99, 0xD2, 0, 0]).ShouldBe(DecodeStatus.TypeMismatch);

    [Fact]
    public void Deserialize_WrappingInsideAWrapping_IsRefused()
    {
        byte[] inner = Array([13], Block);
        byte[] literals =
        [
            (byte)((inner.Length - 15 >= 0 ? 15 : inner.Length) << 4),
            (byte)(inner.Length - 15),
            .. inner,
        ];

        Refused(Array([(byte)inner.Length], literals)).ShouldBe(DecodeStatus.LengthMismatch);
    }

    private static DecodeStatus Refused(byte[] bytes)
    {
        CDataBlock target = ReferenceBlocks.Create(ReferenceBlocks.Small);
        DecodeOutcome outcome = Serializer.Deserialize(bytes, target);
        target.IsValid.ShouldBeFalse();
        outcome.Offset.ShouldBeInRange(0, bytes.Length);
        return outcome.Status;
    }

    private static void RefusedWithoutAllocating(
        byte[] bytes, DecodeStatus status, string path, Lz4Serializer? serializer = null)
    {
        serializer ??= Lz4Serializer.RowsArray();
        var target = new CDataBlock(BlockLayout.Empty);
        long before = GC.GetAllocatedBytesForCurrentThread();

        DecodeOutcome outcome = serializer.Deserialize(bytes, target);

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
        (outcome.Status, outcome.Path.ToString(), outcome.Format).ShouldBe(
            (status, path, serializer.Name), outcome.ToString());
    }

    private static byte[] Array(byte[] lengths, params byte[][] blocks) =>
        [
            (byte)(0x91 + blocks.Length),
            0xC7,
            (byte)lengths.Length,
            98,
            .. lengths,
            .. blocks.SelectMany(b => (byte[])[0xC4, (byte)b.Length, .. b]),
        ];

    private static byte[] One(int length, byte[] block)
    {
        byte[] bytes = [0xC9, 0, 0, 0, 0, 99, 0xD2, 0, 0, 0, 0, .. block];
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(1), block.Length + 5);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(7), length);
        return bytes;
    }
}
