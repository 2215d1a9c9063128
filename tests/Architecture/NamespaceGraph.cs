using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Testing;

namespace Architecture;

/// <summary>
/// Which namespace of production code, samples and clients names types of which other, found by symbols: an arrow each.
/// </summary>
internal sealed class NamespaceGraph
{
    private const string ImplicitUsings =
        "global using System; global using System.Collections.Generic; global using System.IO; global using "
            + "System.Linq; "
        + "global using System.Net.Http; global using System.Threading; global using System.Threading.Tasks;";

    private readonly Dictionary<(string From, string To), string> _arrows = [];

    private NamespaceGraph(IReadOnlyCollection<SyntaxTree> sources)
    {
        CSharpCompilation compilation = Compile(sources);
        HashSet<string> ours = [.. sources.Select(NamespaceOf)];
        HashSet<string> types = [.. sources.SelectMany(TypesOf)];
        foreach (SyntaxTree tree in sources)
            Add(tree, compilation.GetSemanticModel(tree), types, ours);
    }

    /// <summary>The graph of all production sources, samples and clients.</summary>
    public static NamespaceGraph Solution { get; } = new([.. SourceTree.Production, .. SourceTree.Samples]);

    /// <summary>Each arrow with one place in the sources where it is drawn.</summary>
    public IReadOnlyDictionary<(string From, string To), string> Arrows => _arrows;

    /// <summary>The namespace that a source declares; empty when it declares none.</summary>
    public static string NamespaceOf(SyntaxTree tree) =>
        tree.GetRoot().DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>().FirstOrDefault()?.Name.ToString()
            ?? "";

    /// <summary>Groups of namespaces below a prefix that reach each other in a circle, each sorted by name.</summary>
    public IReadOnlyList<string[]> CirclesBelow(string prefix)
    {
        string[] nodes = [.. _arrows.Keys
            .SelectMany(arrow => new[] { arrow.From, arrow.To })
            .Where(name => IsBelow(name, prefix))
            .Distinct()
            .Order(StringComparer.Ordinal)];
        Dictionary<string, HashSet<string>> reach = nodes.ToDictionary(node => node, node => Reach(node, prefix));
        return [.. nodes
            .Where(node => reach[node].Contains(node))
            .GroupBy(
                node => nodes.First(
                    other => other == node || (reach[node].Contains(other) && reach[other].Contains(node))))
            .Select(circle => circle.ToArray())];
    }

    /// <summary>Every arrow among the given namespaces, with its place.</summary>
    public IEnumerable<string> ArrowsAmong(string[] names) => _arrows
        .Where(arrow => names.Contains(arrow.Key.From) && names.Contains(arrow.Key.To))
        .Select(arrow => $"{arrow.Key.From} -> {arrow.Key.To}: {arrow.Value}");

    private static bool IsBelow(string name, string prefix) =>
        name == prefix || name.StartsWith(prefix + ".", StringComparison.Ordinal);

    private static CSharpCompilation Compile(IReadOnlyCollection<SyntaxTree> sources)
    {
        var options = (CSharpParseOptions)sources.First().Options;
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Production",
            [.. sources, CSharpSyntaxTree.ParseText(ImplicitUsings, options)],
            ReferencedLibraries().Select(file => MetadataReference.CreateFromFile(file)),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));

        // A compilation that cannot see most names would find no circle either.
        compilation.GetDeclarationDiagnostics().Where(
            d => d.Id is "CS0246" or "CS0234").Select(d => d.ToString()).Take(20)
            .ShouldBeEmpty("the sources must resolve, or no arrow is seen");
        return compilation;
    }

    // The framework, ASP.NET Core beside it, and the packages that the programs were built with.
    private static IEnumerable<string> ReferencedLibraries()
    {
        string framework = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
        string web = Path.Combine(framework, "..", "..", "Microsoft.AspNetCore.App", Path.GetFileName(framework));
        string build = Path.GetFileName(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        string configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
        IEnumerable<string> packages = new[] { "SignalMonitor", "HardwareConnector", "benchmarks" }
            .SelectMany(
                program => Directory.EnumerateFiles(Repository.PathOf(program, "bin", configuration, build), "*.dll"));
        return new[] { framework, web }
            .SelectMany(folder => Directory.EnumerateFiles(folder, "*.dll"))
            .Concat(packages)
            .Where(file => !IsOurs(Path.GetFileName(file)) && IsManaged(file))
            .DistinctBy(Path.GetFileName);
    }

    private static bool IsOurs(string file) => file.StartsWith("FuncLibs.", StringComparison.Ordinal)
        || file is "SignalMonitor.dll" or "HardwareConnector.dll" or "simulator.dll" or "launcher.dll" or "tools.dll"
            or "benchmarks.dll";

    private static bool IsManaged(string file)
    {
        using FileStream stream = File.OpenRead(file);
        using var reader = new System.Reflection.PortableExecutable.PEReader(stream);
        return reader.HasMetadata;
    }

    private static IEnumerable<string> TypesOf(SyntaxTree tree) =>
        tree.GetRoot().DescendantNodes().OfType<MemberDeclarationSyntax>()
            .Select(member => member switch
            {
                BaseTypeDeclarationSyntax type => type.Identifier.Text,
                DelegateDeclarationSyntax type => type.Identifier.Text,
                _ => "",
            });

    // Names of types alone are bound: who uses a type of elsewhere names it somewhere.
    private void Add(SyntaxTree tree, SemanticModel model, HashSet<string> types, HashSet<string> ours)
    {
        string from = NamespaceOf(tree);
        foreach (SimpleNameSyntax name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>().Where(
            name => types.Contains(name.Identifier.Text)))
        {
            ISymbol? symbol = model.GetSymbolInfo(name).Symbol;
            if (symbol is INamespaceSymbol || symbol?.ContainingNamespace is not { } owner)
                continue;
            string to = owner.ToDisplayString();
            if (to != from && ours.Contains(to))
                _arrows.TryAdd((from, to), $"{SourceTree.PathOf(tree)}:{LineOf(name)} ({symbol.Name})");
        }
    }

    private static int LineOf(SyntaxNode node) => node.GetLocation().GetLineSpan().StartLinePosition.Line + 1;

    private HashSet<string> Reach(string from, string prefix)
    {
        HashSet<string> reached = [];
        Stack<string> open = new([from]);
        while (open.TryPop(out string? node))
        {
            foreach ((string _, string to) in _arrows.Keys.Where(
                arrow => arrow.From == node && IsBelow(arrow.To, prefix)))
            {
                if (reached.Add(to))
                    open.Push(to);
            }
        }

        return reached;
    }
}
