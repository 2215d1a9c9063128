using FuncLibs.Hosting.Configuration;
using SignalMonitor.Configuration;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.Configuration;

public sealed class BreakCheckTests
{
    private readonly MonitorOptions _options = new() { Breaks = [new() { Channel = "servo1.force", MinForce = 1 }] };

    [Fact]
    public void Check_Whole_HasNoFault() => Faults().ShouldBeEmpty();

    [Fact]
    public void Check_WithoutAMinForce_IsRefused()
    {
        _options.Breaks[0].MinForce = 0;

        Faults().Single().Key.ShouldBe("Breaks:0:MinForce");
    }

    [Fact]
    public void Check_NameTwice_IsRefused()
    {
        _options.Breaks = [.. _options.Breaks, new() { Name = "Break", MinForce = 1 }];

        Faults().Single().ToString().ShouldContain("'Break' is given more than once");
    }

    [Fact]
    public void Check_ColumnTwice_IsRefused()
    {
        _options.Breaks[0].Columns = ["servo1.force", "servo1.force"];

        Faults().Single().Key.ShouldBe("Breaks:0:Columns");
    }

    [Fact]
    public void Check_MoreThanAllowed_IsRefused()
    {
        _options.Breaks =
        [
            .. Enumerable
                .Range(0, BreakOptions.MaxBreaks + 1)
                .Select(i => new BreakOptions { Name = $"b{i}", MinForce = 1 }),
        ];

        Faults().Single().What.ShouldBe("65 break triggers");
    }

    [Theory]
    [InlineData("--Breaks:0:FallPercent", "0", "Breaks:0:FallPercent")]
    [InlineData("--Breaks:0:Name", "two words", "Breaks:0:Name")]
    [InlineData("--Breaks:0:MinForce", "-1", "Breaks:0:MinForce")]
    public async Task Check_Verb_NamesTheKey(string key, string value, string named)
    {
        (int code, _, string errors) = await MonitorCommand.RunAsync(
            Stream.Null, "check", "--Breaks:0:Channel", "servo1.force", "--Breaks:0:MinForce", "1", key, value);

        code.ShouldBe(2);
        errors.ShouldContain(named);
    }

    private List<OptionFault> Faults() => [.. new BreakCheck().Check(_options)];
}
