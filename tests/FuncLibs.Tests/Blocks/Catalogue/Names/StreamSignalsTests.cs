using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;

namespace FuncLibs.Tests.Blocks.Catalogue.Names;

public sealed class StreamSignalsTests
{
    private static readonly StreamSignals Signals = new(Descriptions.Stream);

    [Fact]
    public void All_OfTheStream_IsInBlockOrder() => Signals.All.Select(s => s.Name).ShouldBe(
    [
        "servo1.activectrl", "servo1.count", "servo1.command", "servo1.output", "servo1.force", "servo1.stroke_1",
        "servo2.activectrl", "servo2.count", "servo2.command", "servo2.output", "servo2.force", "servo2.stroke",
        "temp1.activectrl", "temp1.count", "temp1.command", "temp1.output", "temp1.upper",
        "ad1", "bitin1", "bitin2", "bitin3", "bitout1",
    ]);

    [Fact]
    public void Find_Sensor_GivesAddressUnitAndRate()
    {
        SignalDescription signal = Signals.Find("temp1.upper")!;

        signal.Address.ShouldBe(new SignalAddress(SignalGroup.Temp, 0, ColumnIndex.FirstSensor));
        (signal.Unit, signal.RateHz, signal.Points).ShouldBe(("kN", 500, 5));
    }

    [Fact]
    public void Find_CountAndBit_AreMarked()
    {
        Signals.Find("servo2.count")!.Address.IsInteger.ShouldBeTrue();
        Signals.Find("bitin3")!.Address.ShouldBe(new SignalAddress(SignalGroup.BitIn, 2, 0));
        Signals.Find("bitin3")!.Address.IsInteger.ShouldBeFalse();
        Signals.Find("bitin3")!.RateHz.ShouldBe(100);
    }

    [Fact]
    public void Find_Unknown_IsNull()
    {
        Signals.Find("servo3.force").ShouldBeNull();
        Signals.Find("servo*.force").ShouldBeNull();
    }

    [Fact]
    public void All_ChannelWithoutPoints_IsNotThereAndTheOthersKeepTheirNames()
    {
        StreamDescription stream = Descriptions.Stream;
        StreamSignals signals = new(
            stream with { Servo = [stream.Servo[0] with { Points = 0 }, .. stream.Servo.Skip(1)] });

        signals.Find("servo1.force").ShouldBeNull();
        signals.Find("servo2.force")!.Address.ShouldBe(
            new SignalAddress(SignalGroup.Servo, 1, ColumnIndex.FirstSensor));
    }

    [Theory]
    [InlineData("servo*.force", "servo1.force servo2.force")]
    [InlineData("temp?.u*", "temp1.upper")]
    [InlineData("ad1", "ad1")]
    [InlineData("nothing*", "")]
    public void Match_Pattern_GivesItsSignals(string pattern, string names) =>
        string.Join(' ', Signals.Match(pattern).Select(s => s.Name)).ShouldBe(names);

    [Fact]
    public void Match_Star_GivesAll() => Signals.Match("*").Count().ShouldBe(Signals.All.Length);

    [Fact]
    public void Names_WithoutCatalogue_AreNumbered()
    {
        var signals = new StreamSignals(UnknownStream.Describe(1, "main", StreamDescriptionTests.Full()));

        signals.Find("servo1.s1").ShouldNotBeNull();
        signals.Find("servo2.s2")!.Address.Column.ShouldBe(ColumnIndex.FirstSensor + 1);
        signals.Find("ad1").ShouldNotBeNull();
    }

    [Fact]
    public void ColumnNames_WithoutNames_FollowTheDefaults()
    {
        ChannelDescription channel = Channel(Enumerable.Repeat("", 9));

        ColumnNames.Create(channel).Skip(ColumnIndex.FirstSensor).ShouldBe(
            ["force", "stroke", "strain", "pressure", "spool", "accel", "torque", "temperature", "s9"]);
    }

    [Fact]
    public void ColumnNames_Clashes_StayUnique()
    {
        ChannelDescription channel = Channel(["s3", "count", "S3", "s3"]);

        ColumnNames.Create(channel).Skip(ColumnIndex.FirstSensor).ShouldBe(["s3", "stroke", "strain", "pressure"]);
        ColumnNames.Create(Channel(Enumerable.Repeat("s9", 10))).Distinct().Count().ShouldBe(14);
    }

    private static ChannelDescription Channel(IEnumerable<string> sensors) => new(
        0,
        "",
        1,
        1,
        1,
        [.. new[] { "command", "output" }.Concat(sensors).Select(n => new ColumnDescription(n, "", 0, 1, 0))]);
}
