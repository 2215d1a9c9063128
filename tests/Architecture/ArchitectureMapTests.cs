using Testing;

namespace Architecture;

public class ArchitectureMapTests
{
    private const string Page = "docs/architecture-map.md";

    // Projects of one folder each below FuncLibs; the others are one name at the top level.
    private const string Library = "FuncLibs";

    private static readonly HashSet<string> Production = [.. SourceTree.Production.Select(NamespaceGraph.NamespaceOf)];

    [Fact]
    public void Page_EqualsTheSymbols()
    {
        string map = Map();
        string file = Repository.PathOf(Page);
        if (Environment.GetEnvironmentVariable("TELEMETRY_DOCS_MAP") == "1")
            File.WriteAllText(file, map);

        File
            .ReadAllText(file)
            .ShouldBe(map, $"write {Page} again: TELEMETRY_DOCS_MAP=1 dotnet test tests/Architecture -c Release");
    }

    private static string Map()
    {
        var lines = NamespaceGraph.Solution.Arrows.Keys
            .Where(arrow => Production.Contains(arrow.From) && Production.Contains(arrow.To))
            .Select(arrow => (From: FolderOf(arrow.From), To: FolderOf(arrow.To)))
            .Where(arrow => arrow.From != arrow.To)
            .Distinct()
            .GroupBy(arrow => arrow.From, arrow => arrow.To)
            .OrderBy(group => group.Key, StringComparer.Ordinal)
            .Select(group => $"| {group.Key} | {string.Join(", ", group.Order(StringComparer.Ordinal))} |");
        return string.Join('\n', [
            "# Map of the namespaces",
            "",
            "Which namespace names types of which other, found by symbols; everything below the first folder of a project is counted",
            "as that folder. Written by tests/Architecture, which fails when it is not what the code says:",
            "`TELEMETRY_DOCS_MAP=1 dotnet test tests/Architecture -c Release`.",
            "",
            "| namespace | uses |",
            "|---|---|",
            .. lines,
            "",
        ]);
    }

    // The project and its first folder: FuncLibs.Messaging.Wire, SignalMonitor.Alarms.
    private static string FolderOf(string name)
    {
        string[] parts = name.Split('.');
        return string.Join('.', parts.Take(parts[0] == Library ? 3 : 2));
    }
}
