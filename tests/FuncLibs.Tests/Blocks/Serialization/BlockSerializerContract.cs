using System.Buffers;
using FsCheck;
using FsCheck.Fluent;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization;

/// <summary>What every format promises. A format that promises less says so by its properties.</summary>
public abstract class BlockSerializerContract
{
    private const int Mutations = 30_000;

    /// <summary>False for text, which has one NaN.</summary>
    protected virtual bool KeepsNaNPayloads => true;

    protected virtual bool DoesNotAllocate => true;

    protected abstract IBlockSerializer Create(BlockLimits? limits = null);

    [Fact]
    public void Deserialize_ReferenceBlock_IsBitExact() =>
        RoundTrip(ReferenceBlocks.Create(ReferenceBlocks.Reference)).ShouldBeNull();

    [Fact]
    public void Deserialize_SpecialValues_AreBitExact()
    {
        CDataBlock block = EdgeBlocks.Columns();
        if (!KeepsNaNPayloads)
            EdgeBlocks.ReplacePayloads(block);

        RoundTrip(block).ShouldBeNull();
    }

    [Fact]
    public void Deserialize_AbsentGroups_StayAbsent() => RoundTrip(new CDataBlock(BlockLayout.Empty)).ShouldBeNull();

    [Fact]
    public void Deserialize_EmptyGroups_StayEmpty()
    {
        var block = new CDataBlock(BlockLayout.Empty);
        block.SetGroup(BlockGroup.Servo, 0);
        block.SetGroup(BlockGroup.Temp, 0);
        block.SetGroup(BlockGroup.AD, 0);
        block.SetBits(BitGroup.In, 0);
        block.SetBits(BitGroup.Out, 0);

        RoundTrip(block).ShouldBeNull();
    }

    [Fact]
    public void Deserialize_AnyBlock_IsBitExact() =>
        Prop.ForAll(Gen.Choose(0, int.MaxValue).ToArbitrary(), seed =>
        {
            CDataBlock block = RandomBlocks.Create(seed);
            if (!KeepsNaNPayloads)
                EdgeBlocks.ReplacePayloads(block);
            return RoundTrip(block) is null;
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(300));

    [Fact]
    public void Deserialize_IntoAUsedBlock_LeavesNothingOfTheOldOne()
    {
        IBlockSerializer serializer = Create();
        CDataBlock target = ReferenceBlocks.Create(ReferenceBlocks.Reference);
        CDataBlock small = ReferenceBlocks.Create(ReferenceBlocks.Small);

        serializer.Deserialize(Write(serializer, small), target).IsOk.ShouldBeTrue();

        BlockEquality.Difference(target, small).ShouldBeNull();
    }

    [Fact]
    public void Deserialize_IntoASmallTarget_GrowsItOnce()
    {
        IBlockSerializer serializer = Create();
        byte[] large = Write(serializer, ReferenceBlocks.Create(ReferenceBlocks.Reference));
        byte[] small = Write(serializer, ReferenceBlocks.Create(ReferenceBlocks.Small));
        var target = new CDataBlock(BlockLayout.Empty);
        serializer.Deserialize(large, target);
        BlockLayout grown = target.Layout;

        serializer.Deserialize(small, target);
        serializer.Deserialize(large, target);

        target.Layout.ShouldBeSameAs(grown);
    }

    [Fact]
    public void Deserialize_WholeDocument_MarksTheTargetValid()
    {
        IBlockSerializer serializer = Create();
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Small);
        byte[] bytes = Write(serializer, block);

        serializer.Deserialize(bytes, block).ShouldBe(DecodeOutcome.Done(bytes.Length));

        block.IsValid.ShouldBeTrue();
    }

    [Fact]
    public void Serialize_WhenWarm_DoesNotAllocate()
    {
        if (!DoesNotAllocate)
            return;
        IBlockSerializer serializer = Create();
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Reference);
        var output = new ArrayBufferWriter<byte>();

        Allocation.OfWarm(() =>
        {
            output.ResetWrittenCount();
            serializer.Serialize(block, output);
        }).ShouldBe(0);
    }

    [Fact]
    public void Deserialize_WhenWarm_DoesNotAllocate()
    {
        if (!DoesNotAllocate)
            return;
        IBlockSerializer serializer = Create();
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Reference);
        byte[] bytes = Write(serializer, block);

        Allocation.OfWarm(() => serializer.Deserialize(bytes, block)).ShouldBe(0);
    }

    [Theory]
    [InlineData(1e-12)]
    [InlineData(1e10)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void Deserialize_RateOutsideTheLimits_IsRefused(double rate)
    {
        IBlockSerializer serializer = Create();
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Small);
        block.SampleRateHz = rate;

        DecodeOutcome outcome = serializer.Deserialize(Write(serializer, block), new CDataBlock(BlockLayout.Empty));

        outcome.Status.ShouldBe(DecodeStatus.OutOfRange);
        outcome.Path.ToString()!.ShouldStartWith("sampleRate");
    }

    [Fact]
    public void Deserialize_CutAtEveryByte_IsAnOutcome()
    {
        IBlockSerializer serializer = Create();
        byte[] bytes = Write(serializer, ReferenceBlocks.Create(ReferenceBlocks.Small));
        var target = new CDataBlock(BlockLayout.Empty);
        for (int length = 0; length < bytes.Length; length++)
        {
            DecodeOutcome outcome = serializer.Deserialize(bytes.AsSpan(0, length), target);

            outcome.Status.ShouldBe(DecodeStatus.Truncated, $"{length} of {bytes.Length} bytes: {outcome}");
            outcome.Offset.ShouldBeInRange(0, length);
            target.IsValid.ShouldBeFalse();
        }
    }

    [Fact]
    public void Deserialize_CutIntoAFittingTarget_IsAnOutcome()
    {
        IBlockSerializer serializer = Create();
        CDataBlock target = ReferenceBlocks.Create(ReferenceBlocks.Small);
        byte[] bytes = Write(serializer, target);
        for (int length = 0; length < bytes.Length; length++)
        {
            serializer.Deserialize(
                bytes.AsSpan(0, length),
                target).Status.ShouldBe(DecodeStatus.Truncated, $"{length} of {bytes.Length} bytes");
            target.IsValid.ShouldBeFalse();
        }
    }

    [Fact]
    public void Deserialize_TrailingByte_IsRefused()
    {
        IBlockSerializer serializer = Create();
        CDataBlock target = ReferenceBlocks.Create(ReferenceBlocks.Small);
        byte[] bytes = [.. Write(serializer, target), 0];

        DecodeOutcome outcome = serializer.Deserialize(bytes, target);

        outcome.Status.ShouldBe(DecodeStatus.TrailingBytes);
        outcome.Offset.ShouldBe(bytes.Length - 1);
        target.IsValid.ShouldBeFalse();
    }

    [Fact]
    public void Deserialize_RandomMutations_NeverThrow()
    {
        IBlockSerializer serializer = Create();
        byte[] good = Write(serializer, ReferenceBlocks.Create(ReferenceBlocks.Small));
        CDataBlock target = ReferenceBlocks.Create(ReferenceBlocks.Small);
        var random = new Random(20261121);
        for (int i = 0; i < Mutations; i++)
        {
            byte[] bad = [.. good];
            for (int changes = random.Next(1, 4); changes > 0; changes--)
                bad[random.Next(bad.Length)] = (byte)random.Next(256);

            DecodeOutcome outcome = serializer.Deserialize(bad, target);

            outcome.Status.ShouldNotBe(DecodeStatus.None);
            target.IsValid.ShouldBe(outcome.IsOk, outcome.ToString());
        }
    }

    [Fact]
    public void Deserialize_RandomBytes_NeverThrow()
    {
        IBlockSerializer serializer = Create();
        var target = new CDataBlock(BlockLayout.Empty);
        var random = new Random(7);
        for (int i = 0; i < Mutations; i++)
        {
            byte[] noise = new byte[random.Next(40)];
            random.NextBytes(noise);

            serializer.Deserialize(noise, target).IsOk.ShouldBeFalse();
        }
    }

    [Fact]
    public void Deserialize_ManySegments_ReadsTheSame()
    {
        IBlockSerializer serializer = Create();
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Small);
        byte[] bytes = Write(serializer, block);
        var target = new CDataBlock(BlockLayout.Empty);

        serializer.Deserialize(Segments.Of(bytes, 7), target).ShouldBe(DecodeOutcome.Done(bytes.Length));

        BlockEquality.Difference(target, block).ShouldBeNull();
    }

    [Theory]
    [InlineData(24, 4096, 65536, 4096)]
    [InlineData(1024, 153, 65536, 4096)]
    [InlineData(1024, 4096, 199, 4096)]
    [InlineData(1024, 4096, 65536, 31)]
    public void Deserialize_AboveALimit_IsRefused(int channels, int columns, int points, int bits)
    {
        byte[] bytes = Write(Create(), ReferenceBlocks.Create(ReferenceBlocks.Reference));
        var limits = new BlockLimits { Channels = channels, Columns = columns, PointsPerColumn = points, Bits = bits };
        var target = new CDataBlock(BlockLayout.Empty);

        Create(limits).Deserialize(bytes, target).Status.ShouldBe(DecodeStatus.LimitExceeded);

        target.Layout.ShouldBeSameAs(BlockLayout.Empty);
    }

    [Fact]
    public void Deserialize_AboveTheValueLimit_IsRefusedEvenWhereItFits()
    {
        CDataBlock target = ReferenceBlocks.Create(ReferenceBlocks.Reference);
        byte[] bytes = Write(Create(), target);

        Create(
            new BlockLimits { Values = 15_199 }).Deserialize(bytes, target).Status.ShouldBe(DecodeStatus.LimitExceeded);
        Create(new BlockLimits { Values = 15_200 }).Deserialize(bytes, target).Status.ShouldBe(DecodeStatus.Ok);
    }

    protected static byte[] Write(IBlockSerializer serializer, CDataBlock block)
    {
        var output = new ArrayBufferWriter<byte>();
        serializer.Serialize(block, output);
        return output.WrittenSpan.ToArray();
    }

    private string? RoundTrip(CDataBlock block)
    {
        IBlockSerializer serializer = Create();
        var target = new CDataBlock(BlockLayout.Empty);
        DecodeOutcome outcome = serializer.Deserialize(Write(serializer, block), target);
        return outcome.IsOk ? BlockEquality.Difference(target, block) : outcome.ToString();
    }
}
