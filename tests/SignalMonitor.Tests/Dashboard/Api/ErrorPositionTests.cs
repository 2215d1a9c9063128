using FuncLibs.Signals.Expressions.Syntax;
using SignalMonitor.Dashboard.Api;

namespace SignalMonitor.Tests.Dashboard.Api;

public class ErrorPositionTests
{
    [Theory]
    [InlineData("abs(servo9.force)", 1, 5, 5, 12)]
    [InlineData("1 +", 1, 4, 3, 1)]
    [InlineData("1 +\n  nothing * 2", 2, 3, 7, 7)]
    [InlineData("1 +\r\n  nothing", 2, 3, 8, 7)]
    [InlineData("abc", 0, 1, 1, 3)]
    [InlineData("", 1, 1, 1, 1)]
    public void From_LineAndColumn_IsThePlaceInTheWholeTextAndTheWordThere(
        string text, int line, int column, int place, int length) =>
        ErrorPosition.From(text, new TextPosition(line, column)).ShouldBe(new ErrorPosition(place, length));
}
