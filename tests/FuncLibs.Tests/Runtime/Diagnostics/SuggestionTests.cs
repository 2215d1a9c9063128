using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Tests.Runtime.Diagnostics;

public sealed class SuggestionTests
{
    [Theory]
    [InlineData("", "abc", 3)]
    [InlineData("kitten", "sitting", 3)]
    [InlineData("Site", "site", 0)]
    [InlineData("ab", "ba", 2)]
    public void Distance_TwoWords_IsLevenshtein(string left, string right, int distance) =>
        Suggestion.Distance(left, right).ShouldBe(distance);

    [Fact]
    public void For_NothingNear_IsEmpty() => Suggestion.For("zzzzzz", ["Publish:Endpoint", "Site"]).ShouldBe("");

    [Fact]
    public void For_NoCandidates_IsEmpty() => Suggestion.For("x", []).ShouldBe("");
}
