using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization;

namespace FuncLibs.Tests.Blocks.Serialization.Packed;

public sealed class PackedGoldenTests
{
    public static TheoryData<string> Names => [.. PackedGolden.Names];

    [Theory]
    [MemberData(nameof(Names))]
    public void Serialize_GoldenPoints_GivesTheGoldenBody(string name) =>
        PackedDocument.Body(PackedGolden.Points(name), out _).ShouldBe(PackedGolden.Body(name));

    [Theory]
    [MemberData(nameof(Names))]
    public void Serialize_GoldenPoints_TakesTheMethodOfTheName(string name) =>
        PackedGolden.Body(name)[1].ShouldBe((byte)(name[0] - '0'));

    [Theory]
    [MemberData(nameof(Names))]
    public void Deserialize_GoldenBody_GivesTheGoldenPoints(string name)
    {
        double[] points = PackedGolden.Raw(name);

        PackedDocument.Read(
            PackedDocument.Around(PackedGolden.Body(name)), points.Length, out double[] read).IsOk.ShouldBeTrue();

        MemoryMarshal.AsBytes(read.AsSpan()).SequenceEqual(MemoryMarshal.AsBytes(points.AsSpan())).ShouldBeTrue();
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Deserialize_GoldenBodyAsExt73OfRelease010_GivesTheGoldenPoints(string name)
    {
        double[] points = PackedGolden.Raw(name);

        PackedDocument.Read(
            PackedDocument.Around(PackedGolden.Body(name), type: 73),
            points.Length,
            out double[] read).IsOk.ShouldBeTrue();

        MemoryMarshal.AsBytes(read.AsSpan()).SequenceEqual(MemoryMarshal.AsBytes(points.AsSpan())).ShouldBeTrue();
    }

    [Fact]
    public void Serialize_ExampleOfTheDocument_GivesItsBytes() =>
        Convert
            .ToHexString(PackedGolden.Body("1-hundredths"))
            .ShouldBe("010100000600000007020000" + "7D00000000000000" + "808C6C49EE03");

    [Theory]
    [MemberData(nameof(Names))]
    public void Deserialize_GoldenBodyCutAtEveryByte_IsAnOutcome(string name)
    {
        byte[] body = PackedGolden.Body(name);
        int points = PackedGolden.Raw(name).Length;
        for (int length = 0; length < body.Length; length++)
        {
            DecodeOutcome outcome = PackedDocument.Read(PackedDocument.Around(body.AsSpan(0, length)), points, out _);

            outcome.Status.ShouldBeOneOf(DecodeStatus.LengthMismatch, DecodeStatus.Malformed);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Deserialize_MutatedGoldenBody_NeverThrows(string name)
    {
        byte[] good = PackedDocument.Around(PackedGolden.Body(name));
        int points = PackedGolden.Raw(name).Length;
        var random = new Random(73);
        for (int i = 0; i < 20_000; i++)
        {
            byte[] bad = [.. good];
            for (int changes = random.Next(1, 4); changes > 0; changes--)
                bad[random.Next(17, bad.Length)] = (byte)random.Next(256);

            PackedDocument.Read(bad, points, out _).Status.ShouldNotBe(DecodeStatus.None);
        }
    }
}
