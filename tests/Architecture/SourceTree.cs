using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Testing;

namespace Architecture;

/// <summary>The C# sources of the checkout, parsed once.</summary>
internal static class SourceTree
{
    private static readonly string[] Projects =
        ["FuncLibs", "HardwareConnector", "SignalMonitor", "simulator", "launcher", "tools", "benchmarks"];

    private static readonly CSharpParseOptions Options = new(LanguageVersion.Preview);

    /// <summary>Production sources: everything outside tests.</summary>
    public static IReadOnlyList<SyntaxTree> Production { get; } = Projects.SelectMany(Parse).ToArray();

    /// <summary>Samples and clients: programs and libraries of their own, built and run by tests.</summary>
    public static IReadOnlyList<SyntaxTree> Samples { get; } =
        new[] { "samples", "clients" }.SelectMany(Parse).ToArray();

    /// <summary>Test sources.</summary>
    public static IReadOnlyList<SyntaxTree> Tests { get; } = Parse("tests").ToArray();

    /// <summary>Path of a source relative to the checkout, with forward slashes.</summary>
    public static string PathOf(SyntaxTree tree) =>
        Path.GetRelativePath(Repository.Root, tree.FilePath).Replace('\\', '/');

    /// <summary>Folder of a source relative to the checkout.</summary>
    public static string FolderOf(SyntaxTree tree) => Path.GetDirectoryName(PathOf(tree))!.Replace('\\', '/');

    /// <summary>False for what a build or a package manager wrote.</summary>
    public static bool IsSource(string file) =>
        !Path.GetRelativePath(Repository.Root, file).Split(Path.DirectorySeparatorChar).Any(
            part => part is "obj" or "bin" or ".run" or "node_modules");

    private static IEnumerable<SyntaxTree> Parse(string project) => Directory
        .EnumerateFiles(Repository.PathOf(project), "*.cs", SearchOption.AllDirectories)
        .Where(IsSource)
        .Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), Options, file));
}
