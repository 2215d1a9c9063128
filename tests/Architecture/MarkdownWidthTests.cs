using System.Text.RegularExpressions;
using Testing;

namespace Architecture;

/// <summary>Lines of Markdown have up to 120 characters; `eng/wrap-markdown.py` wraps them.</summary>
public partial class MarkdownWidthTests
{
    private const int Width = 120;

    private static readonly string[] Folders =
    [
        "docs", "FuncLibs", "clients", "samples", "tests", "dashboard/src", ".github",
    ];

    [Fact]
    public void Lines_OfProse_HaveUpTo120Characters() => Directory.EnumerateFiles(Repository.Root, "*.md")
        .Concat(Folders.SelectMany(folder =>
            Directory.EnumerateFiles(Repository.PathOf(folder), "*.md", SearchOption.AllDirectories)))
        .Where(file => !Build().IsMatch(file.Replace('\\', '/')))
        .SelectMany(TooLong)
        .ShouldBeEmpty();

    // Code, tables, headings, and what has no place to break: a link or a code span alone.
    private static IEnumerable<string> TooLong(string file)
    {
        bool isCode = false;
        int number = 0;
        foreach (string line in File.ReadLines(file))
        {
            number++;
            bool isFence = Fence().IsMatch(line);
            if (!isCode && !isFence && line.EnumerateRunes().Count() > Width && !Exempt().IsMatch(line)
                && Atom().Replace(Marker().Replace(line, ""), "x").Contains(' ', StringComparison.Ordinal))
                yield return $"{Path.GetRelativePath(Repository.Root, file)}:{number}";
            isCode ^= isFence;
        }
    }

    [GeneratedRegex("/(bin|obj|node_modules)/")]
    private static partial Regex Build();

    [GeneratedRegex(@"^\s*(```|~~~)")]
    private static partial Regex Fence();

    [GeneratedRegex(@"^\s*(\||#|<|!\[)|^ {4}")]
    private static partial Regex Exempt();

    [GeneratedRegex(@"^\s*([-*+] |\d+[.)] )?")]
    private static partial Regex Marker();

    [GeneratedRegex(@"!?\[[^\]]*\]\([^)\s]*\)|`[^`]+`")]
    private static partial Regex Atom();
}
