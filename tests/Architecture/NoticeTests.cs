using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Testing;

namespace Architecture;

/// <summary>Every package of others is in THIRD-PARTY-NOTICES.md with its licence, and no other.</summary>
public partial class NoticeTests
{
    private static readonly string[] Shipped =
        ["HardwareConnector", "SignalMonitor", "simulator", "launcher", "FuncLibs/Objects"];

    // Loaded where the machine has it.
    private static readonly string[] Native = ["libzmq 4.3"];

    private static readonly string[] Listed = [.. File.ReadLines(Repository.PathOf("THIRD-PARTY-NOTICES.md"))
        .Select(line => Row().Match(line))
        .Where(row => row.Success && row.Groups[2].Value.Trim() is not ("licence" or "---"))
        .SelectMany(row => row.Groups[1].Value.Split(',', StringSplitOptions.TrimEntries))];

    [Fact]
    public void Packages_OfTheBuild_AreListed() => Central().Where(IsMissing).ShouldBeEmpty();

    [Fact]
    public void Packages_InWhatIsShipped_AreListed() => Locked().Where(IsMissing).ShouldBeEmpty();

    [Fact]
    public void Packages_OfNpm_AreListed() => Npm().Where(IsMissing).ShouldBeEmpty();

    [Fact]
    public void Notices_ArePackagesThatAreUsed()
    {
        string[] used = [.. Central(), .. Locked(), .. Npm(), .. Native];

        Listed.Where(entry => !used.Any(package => Covers(entry, package))).ShouldBeEmpty();
    }

    private static bool IsMissing(string package) => !Listed.Any(entry => Covers(entry, package));

    // An entry may end in `.*`.
    private static bool Covers(string entry, string package) =>
        entry == package || (entry.EndsWith('*') && package.StartsWith(entry[..^1], StringComparison.Ordinal));

    private static IEnumerable<string> Central() => XDocument.Load(Repository.PathOf("Directory.Packages.props"))
        .Descendants("PackageVersion").Select(package => package.Attribute("Include")!.Value);

    private static IEnumerable<string> Locked() => Shipped
        .Select(
            program => JsonDocument.Parse(
                File.ReadAllText(Repository.PathOf(program, "packages.lock.json"))).RootElement)
        .SelectMany(file => file.GetProperty("dependencies").EnumerateObject())
        .SelectMany(framework => framework.Value.EnumerateObject())
        .Where(package => package.Value.GetProperty("type").GetString() != "Project")
        .Select(package => package.Name);

    private static IEnumerable<string> Npm() =>
        new[] { Repository.PathOf("dashboard"), Repository.PathOf("tests", "Interop", "node") }
            .Select(folder => JsonDocument.Parse(File.ReadAllText(Path.Combine(folder, "package.json"))).RootElement)
            .SelectMany(file => new[] { "dependencies", "devDependencies", "overrides" }
                .Where(group => file.TryGetProperty(group, out _))
                .SelectMany(group => file.GetProperty(group).EnumerateObject()))
            .Select(package => package.Name);

    [GeneratedRegex(@"^\| ([^|]+) \| ([^|]+) \|$")]
    private static partial Regex Row();
}
