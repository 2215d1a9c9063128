using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Architecture;

public class RoomArrowTests
{
    private const string ImplicitUsings =
        "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq; "
        + "global using System.Net.Http; global using System.Threading; global using System.Threading.Tasks;";

    [Fact]
    public void FuncLibs_EveryNamedType_LiesInARoomThatMayBeUsed()
    {
        SyntaxTree[] sources = SourceTree.Production.Where(tree => SourceTree.PathOf(tree).StartsWith("FuncLibs/", StringComparison.Ordinal)).ToArray();
        CSharpCompilation compilation = Compile(sources);

        string[] forbidden = sources.SelectMany(tree => ForbiddenIn(tree, compilation.GetSemanticModel(tree))).Distinct().ToArray();

        forbidden.ShouldBeEmpty();
    }

    [Fact]
    public void FuncLibs_EveryRoom_IsOnTheMap() => SourceTree.Production
        .Where(tree => SourceTree.PathOf(tree).StartsWith("FuncLibs/", StringComparison.Ordinal))
        .Select(NamespaceOf)
        .Where(name => RoomArrows.RoomOf(name) is not { } room || !RoomArrows.IsKnown(room))
        .Distinct()
        .ShouldBeEmpty();

    [Fact]
    public void Namespaces_EverySource_MirrorTheirFolder() => SourceTree.Production
        .Where(tree => tree.GetRoot().DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>().Any())
        .Where(tree => !string.Equals(NamespaceOf(tree), SourceTree.FolderOf(tree).Replace('/', '.'), StringComparison.OrdinalIgnoreCase))
        .Select(SourceTree.PathOf)
        .ShouldBeEmpty();

    [Fact]
    public void MayUse_ArrowBackwards_IsForbidden()
    {
        RoomArrows.MayUse("Serialization", "Blocks").ShouldBeTrue();
        RoomArrows.MayUse("Blocks", "Serialization").ShouldBeFalse();
        RoomArrows.MayUse("Transport", "Serialization").ShouldBeFalse();
    }

    private static string NamespaceOf(SyntaxTree tree) =>
        tree.GetRoot().DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>().FirstOrDefault()?.Name.ToString() ?? "";

    private static IEnumerable<string> ForbiddenIn(SyntaxTree tree, SemanticModel model)
    {
        string from = RoomArrows.RoomOf(NamespaceOf(tree))!;
        foreach (SimpleNameSyntax name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>())
        {
            ISymbol? symbol = model.GetSymbolInfo(name).Symbol;
            if (symbol is INamespaceSymbol || symbol?.ContainingNamespace is not { } owner)
                continue;
            if (RoomArrows.RoomOf(owner.ToDisplayString()) is { } to && !RoomArrows.MayUse(from, to))
                yield return $"{SourceTree.PathOf(tree)}:{name.GetLocation().GetLineSpan().StartLinePosition.Line + 1} {from} -> {to} ({symbol.Name})";
        }
    }

    private static CSharpCompilation Compile(SyntaxTree[] sources)
    {
        string platform = (string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!;
        CSharpCompilation compilation = CSharpCompilation.Create(
            "FuncLibs",
            [.. sources, CSharpSyntaxTree.ParseText(ImplicitUsings, (CSharpParseOptions)sources[0].Options)],
            platform.Split(Path.PathSeparator).Select(file => MetadataReference.CreateFromFile(file)).Where(reference => !IsOurs(reference)),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));

        // A compilation that cannot see most names would find no forbidden arrow either.
        compilation.GetDiagnostics().Where(d => d.Id is "CS0246" or "CS0234").Select(d => d.ToString())
            .ShouldBeEmpty("the sources must resolve, or no arrow is seen");
        return compilation;
    }

    private static bool IsOurs(PortableExecutableReference reference) =>
        Path.GetFileName(reference.FilePath!).StartsWith("FuncLibs", StringComparison.Ordinal)
        || reference.FilePath == typeof(RoomArrowTests).Assembly.Location;
}
