using FuncLibs.Signals.Limits;

namespace FuncLibs.Tests.Signals.Limits;

public class LimitFaultsTests
{
    private static readonly LimitDefinition Good = new(7, "servo1.force", LimitKind.Upper, 10);

    public static TheoryData<string, string> Bad => new()
    {
        { nameof(LimitDefinition.Id), "must both be 1 or more" },
        { nameof(LimitDefinition.Variable), "needs the name of a variable" },
        { nameof(LimitDefinition.Kind), "the kinds are upper, lower" },
        { nameof(LimitDefinition.Severity), "the severities are watch, warning" },
        { nameof(LimitDefinition.Value), "must be finite numbers" },
        { nameof(LimitDefinition.Value2), "has no meaning for upper" },
        { nameof(LimitDefinition.Hysteresis), "a finite number of 0 or more" },
        { nameof(LimitDefinition.MinDurationMs), "must be 0 to 86400000" },
        { nameof(LimitDefinition.MinDurationSamples), "must be 0 to 1000000000" },
        { "both durations", "leave one of them 0" },
        { "band", "swap them" },
        { "narrow band", "less than half its width" },
        { "rate", "above 0" },
        { "rate hysteresis", "never be over" },
        { "noise", "noise between peaks and valleys" },
        { "cycles in ms", "give a count of cycles" },
        { "stale", "must be 1 to 86400000" },
        { "stale hysteresis", "make them 0" },
    };

    private static Dictionary<string, LimitDefinition> Cases { get; } = new()
    {
        [nameof(LimitDefinition.Id)] = Good with { Id = 0 },
        [nameof(LimitDefinition.Variable)] = Good with { Variable = " " },
        [nameof(LimitDefinition.Kind)] = Good with { Kind = (LimitKind)99 },
        [nameof(LimitDefinition.Severity)] = Good with { Severity = (LimitSeverity)9 },
        [nameof(LimitDefinition.Value)] = Good with { Value = double.NaN },
        [nameof(LimitDefinition.Value2)] = Good with { Value2 = 3 },
        [nameof(LimitDefinition.Hysteresis)] = Good with { Hysteresis = -1 },
        [nameof(LimitDefinition.MinDurationMs)] = Good with { MinDurationMs = -1 },
        [nameof(LimitDefinition.MinDurationSamples)] = Good with { MinDurationSamples = -1 },
        ["both durations"] = Good with { MinDurationMs = 1, MinDurationSamples = 1 },
        ["band"] = Good with { Kind = LimitKind.Band, Value = 10, Value2 = 5 },
        ["narrow band"] = Good with { Kind = LimitKind.Band, Value = 0, Value2 = 5, Hysteresis = 3 },
        ["rate"] = Good with { Kind = LimitKind.Rate, Value = 0 },
        ["rate hysteresis"] = Good with { Kind = LimitKind.Rate, Hysteresis = 11 },
        ["noise"] = Good with { Kind = LimitKind.Underpeak, Value2 = -1 },
        ["cycles in ms"] = Good with { Kind = LimitKind.Underpeak, MinDurationMs = 5 },
        ["stale"] = Good with { Kind = LimitKind.Stale, Value = 0.5 },
        ["stale hysteresis"] = Good with { Kind = LimitKind.Stale, Hysteresis = 1 },
    };

    [Theory]
    [MemberData(nameof(Bad))]
    public void Check_BadLimit_ReportsWhichAndWhy(string which, string why)
    {
        string fault = LimitFaults.Check(Cases[which]).ShouldNotBeNull();
        fault.ShouldStartWith("limit ");
        fault.ShouldContain(why);
        fault.ShouldNotContain("\n");
    }

    [Fact]
    public void Check_ASet_NamesEveryBadLimitAndEachIdThatIsThereTwice() =>
        LimitFaults.Check([Good, Good, Cases["band"] with { Id = 9 }]).ShouldBe(
        [
            "limit 9 on servo1.force: lower 10 (value) is not below upper 5 (value2); swap them",
            "limit 7 is there 2 times; an id belongs to one limit",
        ]);

    [Fact]
    public void Check_TooMany_IsOneFault() =>
        LimitFaults
            .Check([.. Enumerable.Range(1, LimitFaults.MaxLimits + 1).Select(id => Good with { Id = id })])
            .ShouldHaveSingleItem();

    [Fact]
    public void Names_OfAllKindsAndSeverities_ComeBack()
    {
        foreach (LimitKind kind in Enum.GetValues<LimitKind>().Where(kind => kind != LimitKind.Unknown))
            LimitNames.KindOf(LimitNames.NameOf(kind).ToUpperInvariant()).ShouldBe(kind);
        foreach (LimitSeverity severity in Enum.GetValues<LimitSeverity>())
            LimitNames.SeverityOf(LimitNames.NameOf(severity)).ShouldBe(severity);
        LimitNames.KindOf("uper").ShouldBe(LimitKind.Unknown);
        LimitNames.SeverityOf(null).ShouldBeNull();
        LimitNames.NameOf((LimitKind)200).ShouldBe("unknown");
    }
}
