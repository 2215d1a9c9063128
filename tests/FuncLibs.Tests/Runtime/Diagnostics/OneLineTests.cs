using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Tests.Runtime.Diagnostics;

public sealed class OneLineTests
{
    [Theory]
    [InlineData("disk full.", "disk full")]
    [InlineData("first\r\nsecond\nthird", "first second third")]
    [InlineData("\u001b[31mred\u0007", " [31mred ")]
    [InlineData("", "")]
    public void Format_AReason_IsOneLineWithoutAFullStop(string text, string line) =>
        OneLine.Format(text).ShouldBe(line);

    [Fact]
    public void Format_ALongReason_KeepsItsBeginAndItsEnd()
    {
        string line = OneLine.Format("begin " + new string('x', 100_000) + " end");

        line.Length.ShouldBe(OneLine.MaxCharacters);
        line.ShouldStartWith("begin x");
        line.ShouldEndWith("x end");
        line.ShouldContain(" ... ");
    }
}
