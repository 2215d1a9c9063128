using System.Buffers;
using System.Runtime.InteropServices;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Blocks.Serialization.Rows;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization;

/// <summary>
/// Where whole-vector loops begin and end: point counts, sensor counts, damaged lanes, the end of the memory.
/// </summary>
public sealed class VectorBorderTests
{
    public static TheoryData<string> Formats => new("columns", "columns-raw", "rows");

    [Theory]
    [MemberData(nameof(Formats))]
    public void Deserialize_AnyCountOfPointsAndSensors_IsBitExact(string format)
    {
        for (int points = 1; points <= 40; points++)
        {
            foreach (int sensors in (int[])[0, 1, 3, 4, 5, 8, 11, 12, 13, 15, 16, 20, 27, 28, 29, 40])
            {
                CDataBlock block = Create(points, sensors, seed: points);

                Difference(format, block).ShouldBeNull($"{points} points, {sensors} sensors");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Formats))]
    public void Deserialize_FormsOfIntsChangeInsideAChannel_IsBitExact(string format)
    {
        var random = new Random(3);
        for (int round = 0; round < 300; round++)
        {
            CDataBlock block = Create(random.Next(1, 60), random.Next(10), seed: round);
            BlockChannel channel = block.Channel(BlockGroup.Servo, 0);
            long start = (1L << random.Next(62)) - random.Next(20);
            for (int p = 0; p < channel.PointCount; p++)
                channel.Count[p] = round % 5 == 0 ? -start - p : start + p;
            channel.ActiveCtrl[random.Next(channel.PointCount)] = random.Next(short.MinValue, short.MaxValue);

            Difference(format, block).ShouldBeNull($"round {round}");
        }
    }

    [Fact]
    public void Columns_UnknownCodeInAnyLane_NamesByteAndPath()
    {
        CDataBlock block = Create(points: 37, sensors: 3, seed: 1);
        foreach (int point in (int[])[.. Enumerable.Range(0, 37)])
        {
            for (int sensor = 0; sensor < 3; sensor++)
            {
                ColumnsSerializer serializer = ColumnsSerializer.Standard();
                int offset = DamagedNumbers.OffsetOf(
                    serializer, block, block.Channel(BlockGroup.Servo, 1).Sensor(sensor), point);

                DecodeOutcome outcome = DamagedNumbers.DecodeDamaged(serializer, block, offset);

                (outcome.Status, outcome.Offset).ShouldBe((DecodeStatus.TypeMismatch, offset));
                outcome.Path.ToString().ShouldBe($"servo[1].sensor[{sensor}][{point}]");
            }
        }
    }

    [Fact]
    public void Columns_UnknownCodeInAnInput_NamesByteAndPath()
    {
        CDataBlock block = Create(points: 37, sensors: 3, seed: 1);
        for (int point = 0; point < 37; point++)
        {
            ColumnsSerializer serializer = ColumnsSerializer.Standard();
            int offset = DamagedNumbers.OffsetOf(serializer, block, block.Channel(BlockGroup.AD, 1).Values, point);

            DecodeOutcome outcome = DamagedNumbers.DecodeDamaged(serializer, block, offset);

            (outcome.Status, outcome.Offset).ShouldBe((DecodeStatus.TypeMismatch, offset));
            outcome.Path.ToString().ShouldBe($"ad[1].values[{point}]");
        }
    }

    [Fact]
    public void Rows_UnknownCodeInAnyPoint_NamesByteAndPath()
    {
        var serializer = new RowsSerializer();
        CDataBlock block = Create(points: 37, sensors: 11, seed: 1);
        for (int point = 0; point < 37; point++)
        {
            for (int sensor = 0; sensor < 11; sensor++)
            {
                int offset = DamagedNumbers.OffsetOf(
                    serializer, block, block.Channel(BlockGroup.Servo, 1).Sensor(sensor), point);

                DecodeOutcome outcome = DamagedNumbers.DecodeDamaged(serializer, block, offset);

                (outcome.Status, outcome.Offset).ShouldBe((DecodeStatus.TypeMismatch, offset));
                outcome.Path.ToString().ShouldBe($"servo[1].datas[{point}].sensors");
            }
        }
    }

    [GuardPageTheory]
    [MemberData(nameof(Formats))]
    public void Deserialize_InputCutAtAGuardPage_StaysInside(string format)
    {
        byte[] bytes = Write(format, Create(points: 20, sensors: 6, seed: 5));
        using var memory = new GuardedMemory(bytes.Length);
        CDataBlock target = Create(points: 20, sensors: 6, seed: 0);
        IBlockSerializer serializer = Named(format);

        serializer.Deserialize(memory.Copy(bytes), target).IsOk.ShouldBeTrue();
        for (int length = 0; length < bytes.Length; length++)
            serializer.Deserialize(
                memory.Copy(bytes.AsSpan(0, length)), target).Status.ShouldBe(DecodeStatus.Truncated);
    }

    [GuardPageTheory]
    [MemberData(nameof(Formats))]
    public void Deserialize_MutatedInputAtAGuardPage_StaysInside(string format)
    {
        CDataBlock target = Create(points: 20, sensors: 6, seed: 5);
        byte[] good = Write(format, target);
        using var memory = new GuardedMemory(good.Length);
        IBlockSerializer serializer = Named(format);
        var random = new Random(9);
        for (int round = 0; round < 20_000; round++)
        {
            Span<byte> bytes = memory.Copy(good);
            for (int changes = random.Next(1, 4); changes > 0; changes--)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);

            bool isOk = serializer.Deserialize(bytes, target).IsOk;

            target.IsValid.ShouldBe(isOk);
        }
    }

    private static string? Difference(string format, CDataBlock block)
    {
        var target = new CDataBlock(BlockLayout.Empty);
        DecodeOutcome outcome = Named(format).Deserialize(Write(format, block), target);
        return outcome.IsOk ? BlockEquality.Difference(target, block) : outcome.ToString();
    }

    private static IBlockSerializer Named(string format) =>
        BuiltInSerializers.CreateRegistry().Create(format).ShouldNotBeNull();

    private static byte[] Write(string format, CDataBlock block)
    {
        var output = new ArrayBufferWriter<byte>();
        Named(format).Serialize(block, output);
        return output.WrittenSpan.ToArray();
    }

    // Two servo channels and two inputs of random bits, without lines: the last values are near the end of the
    // document.
    private static CDataBlock Create(int points, int sensors, int seed)
    {
        var random = new Random(seed);
        var layout =
            new BlockLayout([new(points, sensors), new(points, sensors)], [], [new(points), new(points)], 0, 0);
        var block = new CDataBlock(layout);
        block.SetGroup(BlockGroup.Servo, 2);
        block.SetGroup(BlockGroup.AD, 2);
        for (int c = 0; c < 2; c++)
        {
            BlockChannel channel = block.Channel(BlockGroup.Servo, c);
            (channel.PointCount, channel.SensorCount) = (points, sensors);
            channel.ActiveCtrl.Fill(c);
            for (int p = 0; p < points; p++)
                channel.Count[p] = (c * 100) + (p * 3);
            Fill(channel.Command, random);
            Fill(channel.Output, random);
            for (int s = 0; s < sensors; s++)
                Fill(channel.Sensor(s), random);
            BlockChannel input = block.Channel(BlockGroup.AD, c);
            input.PointCount = points;
            Fill(input.Values, random);
        }

        block.Counts = block.ArrayLengths;
        return block;
    }

    private static void Fill(Span<double> column, Random random) =>
        random.NextBytes(MemoryMarshal.AsBytes(column));
}
