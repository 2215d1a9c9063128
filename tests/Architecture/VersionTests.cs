using System.Text.RegularExpressions;
using System.Xml.Linq;
using Testing;

namespace Architecture;

public partial class VersionTests
{
    private static string InTheBuild =>
        XDocument.Load(Repository.PathOf("Directory.Build.props")).Descendants("Version").Single().Value;

    private static string[] InTheChangelog =>
        [.. File
            .ReadLines(Repository.PathOf("CHANGELOG.md"))
            .Select(line => Section().Match(line))
            .Where(match => match.Success)
            .Select(match => match.Groups[1].Value)];

    [Fact]
    public void Version_OfTheBuild_IsTheNewestSectionOfTheChangelog() => InTheChangelog[0].ShouldBe(InTheBuild);

    [Fact]
    public void Changelog_Sections_AreOneForEachVersion_NewestFirst() =>
        InTheChangelog.ShouldBe(InTheChangelog.Distinct().OrderByDescending(Version.Parse));

    [Fact]
    public void ProjectFiles_HaveNoVersionOfTheirOwn() => Directory
        .EnumerateFiles(Repository.Root, "*.csproj", SearchOption.AllDirectories)
        .Where(
            file => XDocument
                .Load(file)
                .Descendants()
                .Any(element => element.Name.LocalName is "Version" or "VersionPrefix" or "PackageVersion"))
        .ShouldBeEmpty();

    [GeneratedRegex(@"^## (\d+\.\d+\.\d+)\b")]
    private static partial Regex Section();
}
