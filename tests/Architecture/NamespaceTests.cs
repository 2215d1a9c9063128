using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Architecture;

public class NamespaceTests
{
    [Fact]
    public void Namespaces_EverySource_MirrorTheirFolder() => SourceTree.Production
        .Where(tree => tree.GetRoot().DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>().Any())
        .Where(
            tree => !string.Equals(
                NamespaceGraph.NamespaceOf(tree),
                SourceTree.FolderOf(tree).Replace('/', '.'),
                StringComparison.OrdinalIgnoreCase))
        .Select(SourceTree.PathOf)
        .ShouldBeEmpty();
}
