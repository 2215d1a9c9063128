using System.Text.RegularExpressions;
using Testing;

namespace SignalMonitor.Tests.Evaluation;

public sealed partial class DocumentExamplesTests
{
    private const string Prompt = "$ SignalMonitor eval ";

    /// <summary>Command lines of docs/eval.md with what is below them.</summary>
    public static TheoryData<string, string> Examples
    {
        get
        {
            TheoryData<string, string> examples = [];
            string text = File.ReadAllText(Repository.PathOf("docs", "eval.md"));
            string block = text.Split("```console\n")[1].Split("```")[0];
            foreach (string example in block.Split(Prompt, StringSplitOptions.RemoveEmptyEntries))
                examples.Add(example.Split('\n')[0], example[(example.IndexOf('\n', StringComparison.Ordinal) + 1)..]);
            return examples;
        }
    }

    [Theory]
    [MemberData(nameof(Examples))]
    public async Task Example_OfTheDocument_GivesItsValue(string words, string output) =>
        (await EvalCommand.RunAsync(
            [.. Word().Matches(words).Select(word => word.Value.Replace("\"", "", StringComparison.Ordinal))]))
            .ShouldBe((0, output, ""));

    [Fact]
    public void Examples_OfTheDocument_AreFound() => Examples.Count.ShouldBe(7);

    [GeneratedRegex("\"[^\"]*\"|[^ ]+")]
    private static partial Regex Word();
}
