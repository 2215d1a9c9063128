namespace Architecture;

public class NamespaceCircleTests
{
    /// <summary>Every project that has production sources: its root namespace.</summary>
    public static TheoryData<string> Projects { get; } = [.. SourceTree.Production
        .Select(NamespaceGraph.NamespaceOf)
        .Where(name => name.Length > 0)
        .Select(RootOf)
        .Distinct()
        .Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Projects))]
    public void Namespaces_OfAProject_HaveNoCircle(string project) => NamespaceGraph.Production
        .CirclesBelow(project)
        .SelectMany(NamespaceGraph.Production.ArrowsAmong)
        .ShouldBeEmpty();

    [Fact]
    public void Projects_AreThoseOfTheSolution() => Projects.Count.ShouldBeGreaterThanOrEqualTo(14);

    private static string RootOf(string name) =>
        string.Join('.', name.Split('.').Take(name.StartsWith("FuncLibs.", StringComparison.Ordinal) ? 2 : 1));
}
