using System.Runtime.InteropServices;
using FsCheck;
using FsCheck.Fluent;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Columns;

namespace FuncLibs.Tests.Blocks.Serialization.Packed;

public sealed class PackedRoundTripTests
{
    public static TheoryData<string> Kinds => [.. PackedColumnData.Kinds];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Deserialize_EveryLengthOfAKind_IsBitExact(string kind)
    {
        for (int points = 0; points <= 200; points++)
            IsExact(PackedColumnData.Create(kind, points, points)).ShouldBeTrue($"{points} points");
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Deserialize_LongestColumnOfAKind_IsBitExact(string kind) =>
        IsExact(PackedColumnData.Create(kind, 65_536, 3)).ShouldBeTrue();

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Deserialize_AnyColumnOfAKind_IsBitExact(string kind) =>
        Prop.ForAll(
            Gen.Choose(0, int.MaxValue).ToArbitrary(), seed => IsExact(PackedColumnData.Create(kind, seed % 700, seed)))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(200));

    [Fact]
    public void Deserialize_EveryWidthAndPower_IsBitExact()
    {
        var random = new Random(11);
        for (int width = 0; width <= 52; width++)
        {
            for (int power = 0; power <= 22; power += 1 + (width / 8))
            {
                double[] column = new double[9 + random.Next(60)];
                for (int i = 0; i < column.Length; i++)
                    column[i] = random.NextInt64(0, 1L << width) / Math.Pow(10, power);
                IsExact(column).ShouldBeTrue($"width {width} power {power}");
            }
        }
    }

    [Fact]
    public void Serialize_ColumnThatChangesItsNature_StaysBitExact()
    {
        ColumnsSerializer serializer = ColumnsSerializer.Packed();
        var random = new Random(5);
        for (int i = 0; i < 3000; i++)
        {
            string kind = PackedColumnData.Kinds[random.Next(PackedColumnData.Kinds.Length)];
            double[] column = PackedColumnData.Create(kind, random.Next(4) == 0 ? random.Next(300) : 100, i);
            IsExact(serializer, column).ShouldBeTrue($"{kind}, block {i}");
        }
    }

    [Fact]
    public void Serialize_FreshWriters_GiveTheSameBytes()
    {
        foreach (string kind in PackedColumnData.Kinds)
        {
            double[] column = PackedColumnData.Create(kind, 100, 1);
            PackedDocument
                .Write(ColumnsSerializer.Packed(), column)
                .ShouldBe(PackedDocument.Write(ColumnsSerializer.Packed(), column));
        }
    }

    [Fact]
    public void Packed_SearchEveryBelowOne_Throws() =>
        Should.Throw<ArgumentOutOfRangeException>(() => ColumnsSerializer.Packed(searchEvery: 0));

    private static bool IsExact(double[] column) =>
        IsExact(ColumnsSerializer.Packed(), column) && IsExact(ColumnsSerializer.Auto(), column);

    private static bool IsExact(IBlockSerializer serializer, double[] column)
    {
        byte[] document = PackedDocument.Write(serializer, column);
        DecodeOutcome outcome = PackedDocument.Read(document, column.Length, out double[] read);
        return outcome.IsOk
            && MemoryMarshal.Cast<double, long>(read).SequenceEqual(MemoryMarshal.Cast<double, long>(column));
    }
}
