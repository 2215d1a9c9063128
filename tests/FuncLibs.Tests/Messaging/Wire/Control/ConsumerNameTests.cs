using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Tests.Messaging.Wire.Control;

public sealed class ConsumerNameTests
{
    [Theory]
    [InlineData("m")]
    [InlineData("lab-pc/plotter#2")]
    [InlineData("[red]x[/]")]
    public void Create_VisibleAscii_IsValidAndUnchanged(string text)
    {
        ConsumerName name = ConsumerName.Create(text);

        (name.Text, name.IsValid).ShouldBe((text, true));
    }

    [Theory]
    [InlineData("a\nb\u001b[31m", "a?b?[31m")]
    [InlineData("two words", "two?words")]
    [InlineData("prüfstand", "pr?fstand")]
    [InlineData("\0\u007f", "??")]
    public void Create_OtherCharacters_AreShownAsQuestionMarks(string text, string shown)
    {
        ConsumerName name = ConsumerName.Create(text);

        (name.Text, name.IsValid).ShouldBe((shown, false));
    }

    [Fact]
    public void Create_Nothing_HasAText() =>
        (ConsumerName.Create("").Text, ConsumerName.Create("").IsValid).ShouldBe(("(no name)", false));

    [Theory]
    [InlineData(64, true)]
    [InlineData(65, false)]
    [InlineData(1024, false)]
    public void Create_Length_IsCutBeyond64(int length, bool proper)
    {
        ConsumerName name = ConsumerName.Create(new string('x', length));

        (name.Text.Length, name.IsValid).ShouldBe((64, proper));
    }
}
