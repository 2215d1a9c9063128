using System.Diagnostics;
using System.Text.Json;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Testing;

namespace Architecture;

/// <summary>What <c>-p:SafeBuild=true</c> compiles of the block formats.</summary>
public class SafeBuildTests
{
    private const string Fast = ".Fast.cs";
    private const string Safe = ".Safe.cs";

    // Of this class, only what checks its bounds; the type parameters of these are unmanaged.
    private static readonly string[] CheckedMarshal = ["AsBytes", "Cast", "Read", "Write"];

    private static readonly string[] ForbiddenNames =
    [
        "Intrinsics", "Unsafe", "Vector", "Vector64", "Vector128", "Vector256", "Vector512", "SkipLocalsInit",
        "NativeMemory", "Marshal", "DllImport", "LibraryImport",
    ];

    /// <summary>True for a source that takes the place of another one, with the same types.</summary>
    internal static bool IsCounterpart(SyntaxTree tree) => tree.FilePath.EndsWith(Safe, StringComparison.Ordinal);

    private static readonly SyntaxKind[] ForbiddenWords = [SyntaxKind.UnsafeKeyword, SyntaxKind.FixedKeyword];

    [Fact]
    public void SafeBuild_Sources_HaveNothingUnsafe() =>
        SafeSources().SelectMany(tree => Unsafe(tree.GetRoot())).ShouldBeEmpty();

    [Fact]
    public void SafeBuild_Sources_AreAllButTheFastFiles()
    {
        string[] sources = [.. BlockSources().Select(SourceTree.PathOf)];

        SafeSources().Select(SourceTree.PathOf).ShouldBe(
            sources.Where(source => !source.EndsWith(Fast, StringComparison.Ordinal)), ignoreOrder: true);
        sources.Where(source => source.EndsWith(Safe, StringComparison.Ordinal))
            .Select(source => source.Replace(Safe, Fast, StringComparison.Ordinal))
            .Except(sources)
            .ShouldBeEmpty("a safe file takes the place of a fast one");
    }

    private static IEnumerable<SyntaxTree> BlockSources() => SourceTree.Production.Where(
        tree => SourceTree.PathOf(tree).StartsWith("FuncLibs/Blocks/", StringComparison.Ordinal));

    private static IEnumerable<SyntaxTree> SafeSources()
    {
        HashSet<string> compiled = [.. CompiledWhenSafe()];
        return BlockSources().Where(tree => compiled.Contains(tree.FilePath));
    }

    // MSBuild's own answer: what the project file means is not guessed.
    private static IEnumerable<string> CompiledWhenSafe()
    {
        var start = new ProcessStartInfo(
            "dotnet",
            [
                "msbuild", Repository.PathOf("FuncLibs", "Blocks", "FuncLibs.Blocks.csproj"), "-p:SafeBuild=true",
                "-getItem:Compile", "-getProperty:AllowUnsafeBlocks", "-nodeReuse:false",
            ])
        {
            RedirectStandardOutput = true,
        };
        using Process process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        process.ExitCode.ShouldBe(0, output);
        using var answer = JsonDocument.Parse(output);
        answer.RootElement.GetProperty("Properties").GetProperty("AllowUnsafeBlocks").GetString().ShouldNotBe("true");
        return [.. answer.RootElement.GetProperty("Items").GetProperty("Compile").EnumerateArray()
            .Select(item => item.GetProperty("FullPath").GetString()!)];
    }

    private static IEnumerable<string> Unsafe(SyntaxNode root) => root.DescendantTokens()
        .Where(token => ForbiddenWords.Contains(token.Kind())
            || (token.IsKind(SyntaxKind.IdentifierToken) && ForbiddenNames.Contains(token.ValueText))
            || IsUncheckedMarshal(token))
        .Select(token => $"{SourceTree.PathOf(root.SyntaxTree)}: {token.Parent}");

    private static bool IsUncheckedMarshal(SyntaxToken token) => token.ValueText == "MemoryMarshal"
        && !(token.Parent?.Parent is MemberAccessExpressionSyntax access
            && CheckedMarshal.Contains(access.Name.Identifier.ValueText));
}
