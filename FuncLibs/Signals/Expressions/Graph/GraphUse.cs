namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>Which nodes are needed at all, and by whom.</summary>
internal sealed class GraphUse
{
    private readonly HashSet<GraphNode> _roots;
    private readonly HashSet<GraphNode> _wide = [];
    private readonly Dictionary<GraphNode, int> _users = [];

    public GraphUse(IReadOnlyList<GraphNode> nodes, IReadOnlyCollection<GraphNode> roots)
    {
        _roots = [.. roots];
        HashSet<GraphNode> needed = [.. roots];
        for (int i = nodes.Count - 1; i >= 0; i--)
        {
            if (needed.Contains(nodes[i]))
                Follow(nodes[i], needed);
        }

        Needed = [.. nodes.Where(needed.Contains)];
    }

    /// <summary>The nodes that are needed, operands first.</summary>
    public IReadOnlyList<GraphNode> Needed { get; }

    /// <summary>True for what is read after a block.</summary>
    public bool IsRoot(GraphNode node) => _roots.Contains(node);

    /// <summary>True when its values outlive the tile: they are read after the block, or by another segment.</summary>
    public bool NeedsColumn(GraphNode node) => node is not SinkNode && (_roots.Contains(node) || _wide.Contains(node));

    /// <summary>True when exactly one node reads it.</summary>
    public bool IsPrivate(GraphNode node) =>
        !_roots.Contains(node) && !_wide.Contains(node) && _users.GetValueOrDefault(node) == 1;

    private void Follow(GraphNode node, HashSet<GraphNode> needed)
    {
        if (node is ResampleNode { Like: { } like })
            needed.Add(like);
        foreach (GraphOperand operand in node.Operands)
        {
            if (operand.Node is not { } source)
                continue;
            needed.Add(source);
            _users[source] = _users.GetValueOrDefault(source) + 1;

            // An input is in the source for every segment of its rate.
            if (node.Rate != source.Rate || (node.Phase != source.Phase && source is not InputNode))
                _wide.Add(source);
        }
    }
}
