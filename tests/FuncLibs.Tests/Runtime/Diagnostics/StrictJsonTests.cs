using System.Text;
using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Tests.Runtime.Diagnostics;

public sealed class StrictJsonTests
{
    [Fact]
    public void Parse_TextsOfAllPlanes_AreRead()
    {
        using JsonDocument document = StrictJson.Parse("{\"µ\": \"° \\ud83d\\ude00 😀\"}"u8.ToArray());

        document.RootElement.GetProperty("µ").GetString().ShouldBe("° 😀 😀");
    }

    [Theory]
    [InlineData("{\n  \"unit\": \"\u00B0C\" }", 1, 10)]
    [InlineData("{\n  \"\u00B5m\": 1 }", 1, 2)]
    public void Parse_AFileInLatin1_ReportsTheLineAndTheByte(string text, long line, long at)
    {
        JsonException refused = Should.Throw<JsonException>(() => StrictJson.Parse(Encoding.Latin1.GetBytes(text)));

        (refused.LineNumber, refused.BytePositionInLine).ShouldBe((line, at));
        refused.Message.ShouldBe(
            $"the text at line {line + 1}, byte {at + 1} is not UTF-8; the file must be saved as UTF-8");
    }

    [Theory]
    [InlineData("[\"\\ud800\"]")]
    [InlineData("[\"\\udc00 behind\"]")]
    public void Parse_HalfOfASurrogatePair_IsRefused(string text) =>
        Should.Throw<JsonException>(() => StrictJson.Parse(Encoding.UTF8.GetBytes(text)));

    [Fact]
    public void Parse_CommentsAndCommas_AreTakenWhereAllowed()
    {
        using JsonDocument document = StrictJson.Parse(
            "// one\n[1,/* two */2,]"u8.ToArray(),
            new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });

        document.RootElement.GetArrayLength().ShouldBe(2);
    }
}
