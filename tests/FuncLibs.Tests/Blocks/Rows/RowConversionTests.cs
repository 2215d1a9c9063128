using FuncLibs.Blocks;
using FuncLibs.Blocks.Rows;
using MessagePack;
using Testing;

namespace FuncLibs.Tests.Blocks.Rows;

public sealed class RowConversionTests
{
    [Fact]
    public void ToBlock_WhatToRowsMade_IsTheSameBlock()
    {
        for (int seed = 0; seed < 200; seed++)
        {
            CDataBlock block = RandomBlocks.Create(seed);
            block.Counts = new BlockCounts(seed, -seed, 1, 2, 3);
            var target = new CDataBlock(BlockLayout.Empty);

            RowConversion.ToBlock(RowConversion.ToRows(block), target).IsOk.ShouldBeTrue();

            BlockEquality.Difference(target, block).ShouldBeNull($"seed {seed}");
        }
    }

    [Fact]
    public void ToBlock_RaggedRows_NamesTheFirstOddPoint()
    {
        RowBlock rows = MessagePackSerializer.Deserialize<RowBlock>(Golden.Read("rows-edge"))!;
        CDataBlock target = ReferenceBlocks.Create(ReferenceBlocks.Small);

        RowConversionOutcome outcome = RowConversion.ToBlock(rows, target);

        outcome.Status.ShouldBe(RowConversionStatus.Ragged);
        outcome.ToString().ShouldBe("Ragged at servo[0].datas[1].sensors, found 0");
        target.IsValid.ShouldBeFalse();
    }

    [Fact]
    public void ToBlock_NullMembers_AreMissing()
    {
        var target = new CDataBlock(BlockLayout.Empty);

        Convert(new RowBlock { ServoData = [new SingleChDatas()] }).ShouldBe("Missing at servo[0].datas");
        Convert(new RowBlock { TempData = [null!] }).ShouldBe("Missing at temp[0].datas");
        Convert(
            new RowBlock
            {
                TempData =
            [
                new SingleChDatas { Datas = [null!] },
            ]
            }).ShouldBe("Missing at temp[0].datas[0].sensors");
        Convert(new RowBlock { ADData = [new SingleADDatas()] }).ShouldBe("Missing at ad[0].datas");

        string Convert(RowBlock rows) => RowConversion.ToBlock(rows, target).ToString();
    }

    [Fact]
    public void ToBlock_AboveALimit_DoesNotAllocate()
    {
        var target = new CDataBlock(BlockLayout.Empty);
        var rows = new RowBlock { ADData = [new SingleADDatas { Datas = new double[11] }] };

        RowConversion.ToBlock(
            rows, target, new BlockLimits { PointsPerColumn = 10 }).Status.ShouldBe(RowConversionStatus.LimitExceeded);

        target.Layout.ShouldBeSameAs(BlockLayout.Empty);
    }
}
