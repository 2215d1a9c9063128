using System.Globalization;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Testing;

namespace Architecture;

/// <summary>Measures files, methods and rooms against what docs/architecture.md aims at, and prints the picture.</summary>
public class SizeTests
{
    private const int MaxFileLines = 250;
    private const int MaxMethodLines = 60;
    private const int MaxFilesInRoom = 15;

    [Fact]
    public void Sizes_OfProductionCode_StayInTheirRoom()
    {
        (string Name, int Size)[] files = SourceTree.Production.Select(tree => (SourceTree.PathOf(tree), tree.GetText().Lines.Count - 1)).ToArray();
        (string Name, int Size)[] methods = SourceTree.Production.SelectMany(MethodsIn).ToArray();
        (string Name, int Size)[] rooms = SourceTree.Production.GroupBy(SourceTree.FolderOf).Select(room => (room.Key, room.Count())).ToArray();
        Publish(Table("lines a file", files) + Table("lines a method", methods) + Table("files a room", rooms));

        files.Where(file => file.Size > MaxFileLines).ShouldBeEmpty();
        methods.Where(method => method.Size > MaxMethodLines).ShouldBeEmpty();
        rooms.Where(room => room.Size > MaxFilesInRoom).ShouldBeEmpty();
    }

    private static IEnumerable<(string Name, int Size)> MethodsIn(SyntaxTree tree) => tree.GetRoot().DescendantNodes()
        .OfType<BaseMethodDeclarationSyntax>()
        .Select(method => (
            $"{SourceTree.PathOf(tree)}:{method.GetLocation().GetLineSpan().StartLinePosition.Line + 1}",
            method.GetText().Lines.Count(line => line.ToString().Trim() is { Length: > 0 } text && !text.StartsWith("//", StringComparison.Ordinal))));

    private static string Table(string title, (string Name, int Size)[] measured)
    {
        int[] sizes = measured.Select(m => m.Size).Order().ToArray();
        StringBuilder text = new();
        text.Append(CultureInfo.InvariantCulture, $"{title}: median {sizes[sizes.Length / 2]}, p90 {sizes[sizes.Length * 9 / 10]}, max {sizes[^1]}\n");
        foreach ((string name, int size) in measured.OrderByDescending(m => m.Size).Take(5))
            text.Append(CultureInfo.InvariantCulture, $"  {size,5}  {name}\n");
        return text.ToString();
    }

    // Test runners swallow the output of tests that pass; test.sh prints this file.
    private static void Publish(string report)
    {
        Directory.CreateDirectory(Repository.PathOf(".run"));
        File.WriteAllText(Repository.PathOf(".run", "sizes.txt"), report);
    }
}
