using System.Text.RegularExpressions;
using Testing;

namespace Architecture;

public partial class DocLinkTests
{
    private static readonly string[] Folders = ["docs", "FuncLibs", "clients", "samples", "tests", "dashboard/src"];

    [Fact]
    public void Pages_EveryLinkToAFile_FindsIt() => Pages()
        .SelectMany(page => Link().Matches(File.ReadAllText(page)).Select(link => (page, Target: link.Groups[1].Value)))
        .Where(link => !link.Target.Contains(':', StringComparison.Ordinal))
        .Where(link => !Path.Exists(Path.Combine(Path.GetDirectoryName(link.page)!, link.Target)))
        .Select(link => $"{Path.GetRelativePath(Repository.Root, link.page)}: {link.Target}")
        .ShouldBeEmpty();

    [Fact]
    public void Texts_EveryPageOfTheDocsThatTheyName_IsThere() => Files("dashboard/src", "*.ts")
        .Concat(SourceTree.Production.Select(tree => tree.FilePath))
        .SelectMany(file => Page().Matches(File.ReadAllText(file)).Select(page => (file, Page: page.Value)))
        .Where(named => !File.Exists(Repository.PathOf(named.Page)))
        .Select(named => $"{Path.GetRelativePath(Repository.Root, named.file)}: {named.Page}")
        .ShouldBeEmpty();

    private static IEnumerable<string> Pages() => Directory
        .EnumerateFiles(Repository.Root, "*.md")
        .Concat(Folders.SelectMany(folder => Files(folder, "*.md")));

    private static IEnumerable<string> Files(string folder, string pattern) => Directory
        .EnumerateFiles(Repository.PathOf(folder), pattern, SearchOption.AllDirectories)
        .Where(file => !Build().IsMatch(file.Replace('\\', '/')));

    [GeneratedRegex(@"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"docs/[\w/-]+\.md")]
    private static partial Regex Page();

    [GeneratedRegex("/(bin|obj|node_modules)/")]
    private static partial Regex Build();
}
