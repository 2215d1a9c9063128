using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Architecture;

public class TypeNameTests
{
    // A name that stands for two things makes a reader open the wrong file.
    [Fact]
    public void Types_OfAllProjects_HaveDifferentNames() => SourceTree.Production
        .Where(tree => !SafeBuildTests.IsCounterpart(tree))
        .SelectMany(tree => tree.GetRoot().ChildNodes().OfType<BaseNamespaceDeclarationSyntax>())
        .SelectMany(space => space.Members)
        .Where(member => member is BaseTypeDeclarationSyntax or DelegateDeclarationSyntax && !IsPartOfAnother(member))
        .GroupBy(NameOf)
        .Where(types => types.Count() > 1)
        .Select(types => $"{types.Key}: {string.Join(", ", types.Select(type => SourceTree.PathOf(type.SyntaxTree)))}")
        .ShouldBeEmpty();

    // With its type parameters: MapCodec and MapCodec<T> are a pair, as the framework has them.
    private static string NameOf(MemberDeclarationSyntax member) => member switch
    {
        TypeDeclarationSyntax type => type.Identifier.Text + type.TypeParameterList,
        BaseTypeDeclarationSyntax type => type.Identifier.Text,
        DelegateDeclarationSyntax type => type.Identifier.Text + type.TypeParameterList,
        _ => "",
    };

    private static bool IsPartOfAnother(MemberDeclarationSyntax member) =>
        member is TypeDeclarationSyntax type && type.Modifiers.Any(modifier => modifier.ValueText is "partial" or "file");
}
