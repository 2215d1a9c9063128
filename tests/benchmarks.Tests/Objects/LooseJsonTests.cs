using System.Text.Json.Nodes;
using Benchmarks.Objects;

namespace Benchmarks.Tests.Objects;

public sealed class LooseJsonTests
{
    private const string Text = """{"a":[1,2.5,"x",true,null],"b":{"c":"\u00E4"}}""";

    [Fact]
    public void Copy_OfAText_IsWrittenTheSame() => LooseJson.Copy(JsonNode.Parse(Text)!).ToJsonString().ShouldBe(Text);

    [Fact]
    public void Touch_CountsValues() => LooseJson.Touch(JsonNode.Parse(Text)).ShouldBe(6);
}
