namespace Architecture;

public class NamespaceCircleTests
{
    /// <summary>Every project that has production sources, samples or clients: its root namespace.</summary>
    public static TheoryData<string> Projects { get; } = [.. SourceTree.Production
        .Concat(SourceTree.Samples)
        .Select(NamespaceGraph.NamespaceOf)
        .Where(name => name.Length > 0)
        .Select(RootOf)
        .Distinct()
        .Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Projects))]
    public void Namespaces_OfAProject_HaveNoCircle(string project) => NamespaceGraph.Solution
        .CirclesBelow(project)
        .SelectMany(NamespaceGraph.Solution.ArrowsAmong)
        .ShouldBeEmpty();

    [Fact]
    public void Projects_AreThoseOfTheSolution() => Projects.Count.ShouldBeGreaterThanOrEqualTo(15);

    private static string RootOf(string name) =>
        string.Join('.', name.Split('.').Take(name.StartsWith("FuncLibs.", StringComparison.Ordinal) ? 2 : 1));
}
