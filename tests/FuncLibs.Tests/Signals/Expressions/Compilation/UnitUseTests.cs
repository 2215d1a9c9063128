using FuncLibs.Signals.Expressions.Compilation;

namespace FuncLibs.Tests.Signals.Expressions.Compilation;

public class UnitUseTests
{
    [Theory]
    [InlineData("servo1.force + 20 kipp", "", "kipp")]
    [InlineData("convert(servo1.force, \"kipp/in^2\")", "", "kipp in")]
    [InlineData("servo1.force", "N*mm", "N mm")]
    [InlineData("lookup(x, [0 V, 0 kN; 10 V, 100 kN])", "", "V kN")]
    [InlineData("20 kN +", "mm", "mm")]
    public void Of_Definition_IsEveryUnitThatItNames(string expression, string unit, string symbols) =>
        UnitUse.UnitsIn(expression, unit).ShouldBe(symbols.Split(' '));
}
