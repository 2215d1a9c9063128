namespace FuncLibs.Tests.Objects.Graph;

/// <summary>The bytes that docs/object-graphs.md draws.</summary>
public sealed class GraphBytesTests
{
    [Fact]
    public void Serialize_Tree_IsAsDrawn() => Hex(keepsReferences: false).ShouldBe(
        "93 01 "
        + "91 93 A4 4E 61 6D 65 A6 50 61 72 65 6E 74 A8 43 68 69 6C 64 72 65 6E "
        + "94 00 A5 70 69 6C 6F 74 C0 92 C0 94 00 A5 70 69 6C 6F 74 C0 91 C0");

    [Fact]
    public void Serialize_References_IsAsDrawn() => Hex(keepsReferences: true).ShouldBe(
        "93 02 "
        + "91 93 A4 4E 61 6D 65 A6 50 61 72 65 6E 74 A8 43 68 69 6C 64 72 65 6E "
        + "94 00 A5 70 69 6C 6F 74 C0 92 C0 94 00 D4 02 00 D4 01 00 91 C0");

    // A node, and a child of the same name that refers to it, but in a tree, where it would not end.
    private static string Hex(bool keepsReferences)
    {
        GraphNode node = new() { Name = "pilot" };
        node.Children.Add(new GraphNode { Name = "pilot", Parent = keepsReferences ? node : null });
        byte[] bytes = GraphTrial.Write(GraphTrial.Of(keepsReferences), node);
        return Convert.ToHexString(bytes).Chunk(2).Select(pair => new string(pair))
            .Aggregate((all, one) => all + " " + one);
    }
}
