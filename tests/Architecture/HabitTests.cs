using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Architecture;

public partial class HabitTests
{
    [Fact]
    public void Pragmas_Each_SayWhy() => LinesWith(SourceTree.Production, Pragma())
        .Where(line => !line.Text.Contains("// ", StringComparison.Ordinal))
        .ShouldBeEmpty();

    [Fact]
    public void SuppressMessages_Each_SayWhy() => SourceTree.Production
        .SelectMany(tree => tree.GetRoot().DescendantNodes().OfType<AttributeSyntax>())
        .Where(attribute => attribute.Name.ToString().Contains("SuppressMessage", StringComparison.Ordinal))
        .Select(attribute => attribute.ToString())
        .Where(attribute => !attribute.Contains("Justification", StringComparison.Ordinal))
        .ShouldBeEmpty();

    [Fact]
    public void Tests_WaitOnConditions_NeverSleep() => LinesWith(SourceTree.Tests, Sleep())
        .Where(line => !line.Place.Contains("Testing/Eventually.cs", StringComparison.Ordinal))
        .ShouldBeEmpty();

    [Fact]
    public void Production_HasNoLeftovers() => LinesWith(SourceTree.Production, Leftover()).ShouldBeEmpty();

    private static IEnumerable<(string Place, string Text)> LinesWith(IEnumerable<SyntaxTree> trees, Regex pattern) =>
        from tree in trees
        from line in tree.GetText().Lines
        where pattern.IsMatch(line.ToString())
        select ($"{SourceTree.PathOf(tree)}:{line.LineNumber + 1}", line.ToString());

    [GeneratedRegex("#pragma warning disable")]
    private static partial Regex Pragma();

    [GeneratedRegex(@"Thread\.Sleep\(|Task\.Delay\(")]
    private static partial Regex Sleep();

    [GeneratedRegex(@"\b(TO" + @"DO|FIX" + @"ME|HACK)\b|NotImplementedException|#region|^\s*#if")]
    private static partial Regex Leftover();
}
