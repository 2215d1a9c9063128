using SignalMonitor.Dashboard.Definitions;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.Dashboard.Definitions;

public class FieldNamesTests
{
    [Theory]
    [InlineData("name", "name")]
    [InlineData("keep_over_runs", "keepOverRuns")]
    [InlineData("display_digits", "digits")]
    [InlineData("variable", "variable")]
    [InlineData("", "")]
    public void Get_Column_IsInCamelCase(string column, string name) =>
        FieldNames.Get(DefinitionTables.Variables, column).ShouldBe(name);

    [Fact]
    public void Get_VariableOfALimit_IsItsSignal() =>
        FieldNames.Get(DefinitionTables.Limits, "variable").ShouldBe("signal");
}
