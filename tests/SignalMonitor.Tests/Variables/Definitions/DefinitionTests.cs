using FuncLibs.Signals.Limits;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.Variables.Definitions;

public sealed class DefinitionTests
{
    private static readonly SignalVariable Variable = new() { Station = "lab/rig1", Name = "a", Expression = "1" };

    private static readonly StoredLimit Limit =
        new() { Station = "lab/rig1", Variable = "a", Kind = LimitKind.Upper, Value = 1 };

    [Fact]
    public void Faults_Sound_AreNone() => Variable.Faults().Concat(Limit.Faults()).ShouldBeEmpty();

    [Theory]
    [InlineData("lab")]
    [InlineData("lab/rig1\n")]
    [InlineData("Lab/rig1")]
    public void Faults_Station_MustBeTwoLevels(string station) =>
        (Variable with { Station = station }).Faults().Single().Column.ShouldBe("station");

    [Theory]
    [InlineData("")]
    [InlineData("   ")]
    [InlineData("1\0")]
    [InlineData("\u001b[31m")]
    public void Faults_Expression_IsTextWithoutControlCharacters(string text) =>
        (Variable with { Expression = text }).Faults().Single().Column.ShouldBe("expression");

    [Fact]
    public void Faults_SeveralColumns_AllAreNamed() =>
        (Variable with { Name = "x", Unit = "a b", DisplayDigits = -1 })
            .Faults()
            .Select(fault => fault.Column)
            .ShouldBe(["name", "unit", "display_digits"]);

    [Theory]
    [InlineData(LimitKind.Band, 1.0, 0.0)]
    [InlineData(LimitKind.Band, 1.0, 1.0)]
    [InlineData(LimitKind.Band, 1.0, double.NaN)]
    [InlineData(LimitKind.Upper, 1.0, 2.0)]
    public void Faults_SecondValue_IsForBandsAndAbove(LimitKind kind, double value, double? second) =>
        (Limit with { Kind = kind, Value = value, Value2 = second }).Faults().Single().What.ShouldContain("value2");

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void Faults_Value_IsFinite(double value) =>
        (Limit with { Value = value }).Faults().Single().Column.ShouldBe("value");

    [Fact]
    public void Faults_MinimumDurationInCycles_IsForKindsOfCycles()
    {
        StoredLimit cycles = Limit with { Kind = LimitKind.Underpeak, MinDurationCount = 5 };
        cycles.Faults().ShouldBeEmpty();
        cycles.ToWatched().MinDurationSamples.ShouldBe(5);
        (cycles with { MinDurationMs = 1 }).Faults().Single().What.ShouldContain("leave one of them 0");
        (cycles with { MinDurationCount = -1 }).Faults().Single().What.ShouldContain("-1 samples or cycles");
    }

    [Fact]
    public void Check_MoreLimitsThanAreWatched_AreRefused()
    {
        StoredLimit[] limits =
        [
            .. Enumerable.Range(0, LimitFaults.MaxLimits + 1).Select(i => Limit with { Variable = $"servo{i}.force" }),
        ];
        var set = new VariableSet { Station = "lab/rig1", Revision = 1, Limits = [.. limits] };

        new DefinitionCheck().Check(set).Single().ToString().ShouldContain("4097 are enabled, more than the 4096");
        limits[0] = limits[0] with { Enabled = false };
        new DefinitionCheck().Check(set with { Limits = [.. limits] }).ShouldBeEmpty();
    }

    [Fact]
    public void Faults_TestRunStoppedBeforeItBegan_AreNamed() =>
        new TestRun
        {
            Station = "lab/rig1",
            Name = "T",
            StartedUtc = DateTimeOffset.UnixEpoch.AddDays(2),
            StoppedUtc = DateTimeOffset.UnixEpoch,
        }
            .Faults().Single().Column.ShouldBe("stopped_utc");

    [Fact]
    public void Check_AliasLikeAVariable_IsRefused()
    {
        var set = new VariableSet
        {
            Station = "lab/rig1",
            Revision = 1,
            Variables = [Variable],
            Aliases = [new ChannelAlias { Station = "lab/rig1", Alias = "a", Channel = "ad1" }],
        };

        new DefinitionCheck()
            .Check(set)
            .Single()
            .ToString()
            .ShouldBe("alias a: a variable has this name; rename one of them");
    }

    [Fact]
    public void Check_LimitsOnChannelsAndAliases_AreAllowed()
    {
        var set = new VariableSet
        {
            Station = "lab/rig1",
            Revision = 1,
            Aliases = [new ChannelAlias { Station = "lab/rig1", Alias = "load", Channel = "servo1.force" }],
            Limits =
            [
                Limit with { Variable = "servo1.force" }, Limit with { Variable = "ad7" },
                Limit with { Variable = "load" },
            ],
        };

        new DefinitionCheck().Check(set).ShouldBeEmpty();
    }
}
