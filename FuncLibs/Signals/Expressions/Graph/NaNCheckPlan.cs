namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>
/// Which inputs must have their values checked for NaN before the steps run. Most need not: a NaN that goes through
/// functions which keep it is still there when a column is finished, and functions with state look for themselves. Only
/// where it can vanish on the way, as in <c>coalesce(x, 0)</c>, or where qualities alone continue, to another rate,
/// must the quality report it.
/// </summary>
internal static class NaNCheckPlan
{
    /// <summary>Those inputs.</summary>
    public static HashSet<InputNode> InputsToCheck(GraphUse use)
    {
        HashSet<GraphNode> checkedNodes = [];
        for (int i = use.Needed.Count - 1; i >= 0; i--)
        {
            GraphNode node = use.Needed[i];
            if (!NeedsCheckedOperands(node, checkedNodes))
                continue;
            foreach (GraphOperand operand in node.Operands)
            {
                // A finished column has been checked; an input is read where it is, finished or not.
                if (operand.Node is InputNode || (operand.Node is { } source && !use.IsRoot(source)))
                    checkedNodes.Add(operand.Node);
            }
        }

        return [.. checkedNodes.OfType<InputNode>()];
    }

    private static bool NeedsCheckedOperands(GraphNode node, HashSet<GraphNode> checkedNodes) => node switch
    {
        ElementNode element => !element.Operation.KeepsNaN || checkedNodes.Contains(element),
        ResampleNode => true,
        _ => false,
    };
}
