using FuncLibs.Signals.Expressions.Syntax;
using SignalMonitor.Evaluation;

namespace SignalMonitor.Tests.Evaluation;

public sealed class CaretTests
{
    [Fact]
    public void Under_SecondLine_ShowsThatLine() =>
        Caret.Under("a +\n\tb +\r\nc", new TextPosition(2, 4)).ShouldBe("   b +\n     ^");

    [Fact]
    public void Under_LongLine_ShowsWhatIsAround()
    {
        string text = new string('a', 1000) + "!" + new string('b', 1000);

        Caret
            .Under(text, new TextPosition(1, 1001))
            .ShouldBe($"  {new string('a', 60)}!{new string('b', 19)}\n{new string(' ', 62)}^");
    }

    [Fact]
    public void Under_EndOfTheText_IsBehindIt() => Caret.Under("(x", new TextPosition(1, 3)).ShouldBe("  (x\n    ^");

    [Theory]
    [InlineData(0, 1)]
    [InlineData(2, 1)]
    public void Under_PlaceThatWasNotWritten_IsNull(int line, int column) =>
        Caret.Under("x", new TextPosition(line, column)).ShouldBeNull();
}
