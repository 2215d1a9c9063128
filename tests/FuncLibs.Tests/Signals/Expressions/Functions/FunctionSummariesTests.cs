using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Functions;

namespace FuncLibs.Tests.Signals.Expressions.Functions;

public class FunctionSummariesTests
{
    [Fact]
    public void Names_All_AreTheFunctionsOfTheLanguage() =>
        FunctionSummaries.Names.Order(StringComparer.Ordinal).ShouldBe(FunctionTable.Names);

    [Fact]
    public void Functions_Each_IsDescribedInOneLine()
    {
        SignalCompiler.Functions.Select(function => function.Signature).ShouldBe(SignalCompiler.Signatures);
        foreach (FunctionDescription function in SignalCompiler.Functions)
        {
            function.Summary.Length.ShouldBeInRange(3, 90, function.Name);
            function.Group.ShouldNotBeEmpty(function.Name);
        }
    }
}
