using System.Buffers;
using FsCheck;
using FsCheck.Fluent;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Tests.Blocks.Catalogue.Codec;

public sealed class CatalogueCodecTests
{
    [Fact]
    public void Read_WhatWasWritten_IsEqual()
    {
        CatalogueCodec.Read(Bytes(Descriptions.Catalogue), out PublisherCatalogue? read).IsOk.ShouldBeTrue();

        read.ShouldBe(Descriptions.Catalogue);
    }

    [Fact]
    public void Read_ChannelsThatAreNotThereAndAReduction_AreEqual()
    {
        StreamDescription stream = Descriptions.Stream;
        PublisherCatalogue reduced = Descriptions.Catalogue with
        {
            Streams =
            [
                stream with
                {
                    Servo = [stream.Servo[0] with { Points = 0 }, .. stream.Servo.Skip(1)],
                    Reduction = new StreamReduction(StreamReduction.MinMax, 1000, 200),
                },
            ],
        };

        CatalogueCodec.Read(Bytes(reduced), out PublisherCatalogue? read).ToString().ShouldBe("Ok");
        read.ShouldBe(reduced);
        read.ShouldNotBe(Descriptions.Catalogue);
    }

    [Fact]
    public void Read_ReductionOfNoSamples_NamesItsPath()
    {
        PublisherCatalogue bad = Descriptions.Catalogue with
        {
            Streams = [Descriptions.Stream with { Reduction = new StreamReduction("minmax", 1000, 0) }],
        };

        CatalogueCodec.Read(Bytes(bad), out _).Path.ShouldBe("streams[0].reduction.samplesPerInterval");
    }

    [Fact]
    public void Read_UnknownKeys_AreIgnored()
    {
        byte[] document = Map(writer =>
        {
            writer.WriteMapHeader(7);
            writer.Write("future");
            writer.WriteArrayHeader(1);
            writer.WriteMapHeader(1);
            writer.Write(1);
            writer.WriteNil();
            WriteHead(ref writer);
            writer.Write("streams");
            writer.WriteArrayHeader(0);
            return writer;
        });

        CatalogueCodec.Read(document, out PublisherCatalogue? read).ToString().ShouldBe("Ok");
        read!.Rig.ShouldBe("rig1");
    }

    [Fact]
    public void Read_Truncated_IsRefusedAtEveryLength()
    {
        byte[] whole = Bytes(Descriptions.Catalogue);
        for (int length = 0; length < whole.Length; length++)
            CatalogueCodec.Read(whole.AsSpan(0, length), out _).Status.ShouldBe(CatalogueStatus.Refused);
    }

    [Fact]
    public void Read_TrailingBytes_AreRefused() =>
        CatalogueCodec.Read([.. Bytes(Descriptions.Catalogue), 0], out _).Reason.ShouldBe("1 bytes follow it");

    [Fact]
    public void Read_BadUnit_NamesItsPath()
    {
        PublisherCatalogue bad = With(c => c with { Unit = "k\nN" });

        CatalogueOutcome outcome = CatalogueCodec.Read(Bytes(bad), out PublisherCatalogue? read);

        read.ShouldBeNull();
        outcome.ToString().ShouldBe("streams[0].groups.servo[0].columns[0].unit: a text with control characters");
    }

    [Fact]
    public void Read_LongName_IsRefusedByItsLength() =>
        CatalogueCodec.Read(Bytes(With(c => c with { Name = new string('x', 65) })), out _).ToString()
            .ShouldBe("streams[0].groups.servo[0].columns[0].name: a text of 65 bytes; allowed are up to 64");

    [Fact]
    public void Read_InvertedRange_IsRefused() =>
        CatalogueCodec.Read(
            Bytes(With(c => c with { Min = 1, Max = double.NaN })), out _).Path!.ShouldEndWith("columns[0].max");

    [Theory]
    [InlineData("Main")]
    [InlineData("")]
    [InlineData("a/b")]
    [InlineData("a234567890123456789012345")]
    public void Read_StreamName_MustBeALevelOfTheTopic(string name) =>
        CatalogueCodec.Read(
            Bytes(With(Descriptions.Stream with { Name = name })), out _).Path.ShouldBe("streams[0].name");

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(1e-12)]
    [InlineData(1.1e9)]
    public void Read_BaseRate_MustBeWithinTheLimits(double rate) =>
        CatalogueCodec.Read(
            Bytes(With(Descriptions.Stream with { BaseRateHz = rate })), out _).Path.ShouldBe("streams[0].baseRateHz");

    [Fact]
    public void Read_ChannelRateOutsideTheLimits_IsRefused()
    {
        ChannelDescription servo = Descriptions.Stream.Servo[0] with { RateDen = 10, Points = 1 };
        StreamDescription slow = Descriptions.Stream with { BaseRateHz = 2e-5, Servo = [servo], Temp = [], AD = [] };

        CatalogueCodec.Read(Bytes(With(slow)), out _).Path.ShouldBe("streams[0].groups.servo[0].rateNum");
    }

    [Fact]
    public void Read_PointsAgainstRate_AreRefused()
    {
        ChannelDescription servo = Descriptions.Stream.Servo[0] with { Points = 9 };

        CatalogueCodec.Read(Bytes(With(Descriptions.Stream with { Servo = [servo] })), out _).Path
            .ShouldBe("streams[0].groups.servo[0].points");
    }

    [Fact]
    public void Read_SameStreamTwice_IsRefused()
    {
        PublisherCatalogue twice = Descriptions.Catalogue with { Streams = [Descriptions.Stream, Descriptions.Stream] };

        CatalogueCodec.Read(Bytes(twice), out _).Path.ShouldBe("streams[1].name");
    }

    [Fact]
    public void Read_TooManyChannels_IsRefusedBeforeTheyAreRead()
    {
        var limits = new CatalogueLimits { Block = new() { Channels = 2 } };

        CatalogueCodec.Read(Bytes(Descriptions.Catalogue), out _, limits).ToString()
            .ShouldBe("streams[0].groups.temp: 1 items; allowed are up to 0");
    }

    [Fact]
    public void Read_ValuesBeyondABlock_AreRefused()
    {
        var limits = new CatalogueLimits { Block = new() { Values = 100 } };

        CatalogueCodec.Read(Bytes(Descriptions.Catalogue), out _, limits).Path.ShouldBe("streams[0].groups");
    }

    [Fact]
    public void Read_HugeArrayHeader_IsRefused()
    {
        byte[] document = Map(writer =>
        {
            writer.WriteMapHeader(1);
            writer.Write("streams");
            writer.WriteRaw([MessagePackCode.Array32, 0xFF, 0xFF, 0xFF, 0xFF]);
            return writer;
        });

        CatalogueCodec.Read(document, out _).Status.ShouldBe(CatalogueStatus.Refused);
    }

    [Fact]
    public void Read_DeepNesting_IsRefused() =>
        CatalogueCodec.Read(Enumerable.Repeat((byte)0x91, 10_000).ToArray(), out _).Reason!.ShouldStartWith("TooDeep");

    [Fact]
    public void Read_FlippedBytes_NeverThrow()
    {
        byte[] whole = Bytes(Descriptions.Catalogue);
        Gen<(int, byte)> flips =
            Gen.Choose(0, whole.Length - 1).SelectMany(at => Gen.Choose(0, 255).Select(value => (at, (byte)value)));
        Prop.ForAll(flips.ArrayOf(3).ToArbitrary(), edits =>
        {
            byte[] bytes = [.. whole];
            foreach ((int at, byte value) in edits)
                bytes[at] = value;
            return CatalogueCodec.Read(bytes, out PublisherCatalogue? read).IsOk == (read is not null);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(3000).WithReplay(20261121UL, 1UL));
    }

    private delegate MessagePackWriter WriteMap(MessagePackWriter writer);

    private static byte[] Bytes(PublisherCatalogue catalogue)
    {
        var output = new ArrayBufferWriter<byte>();
        CatalogueCodec.Write(catalogue, output);
        return output.WrittenSpan.ToArray();
    }

    private static byte[] Map(WriteMap write)
    {
        var output = new ArrayBufferWriter<byte>();
        write(new MessagePackWriter(output)).Flush();
        return output.WrittenSpan.ToArray();
    }

    private static void WriteHead(ref MessagePackWriter writer)
    {
        writer.Write("revision");
        writer.Write(1L);
        writer.Write("publisher");
        writer.Write("00112233-4455-6677-8899-aabbccddeeff");
        writer.Write("site");
        writer.Write("lab");
        writer.Write("rig");
        writer.Write("rig1");
        writer.Write("epochs");
        writer.WriteArrayHeader(0);
    }

    private static PublisherCatalogue With(StreamDescription stream) =>
        Descriptions.Catalogue with { Streams = [stream] };

    private static PublisherCatalogue With(Func<ColumnDescription, ColumnDescription> change)
    {
        ChannelDescription servo = Descriptions.Stream.Servo[0];
        return With(
            Descriptions.Stream with
            {
                Servo =
            [
                servo with { Columns = servo.Columns.SetItem(0, change(servo.Columns[0])) },
            ]
            });
    }
}
