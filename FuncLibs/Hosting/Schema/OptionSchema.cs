using System.Globalization;

namespace FuncLibs.Hosting.Schema;

/// <summary>All valid keys: the properties of one or more root classes. Keys are compared without case.</summary>
public sealed class OptionSchema
{
    /// <summary>
    /// Highest number of numbered sections, so that a mistyped index cannot create a million of them.
    /// </summary>
    public const int MaxSections = 64;

    /// <summary>The section of Serilog, which is passed on unchecked.</summary>
    public const string SerilogSection = "Serilog";

    private readonly List<OptionNode> _nodes = [];

    /// <summary>Reads the classes.</summary>
    public OptionSchema(IEnumerable<Type> roots)
    {
        foreach (Type root in roots)
            _nodes.AddRange(OptionNode.ChildrenOf(root));
    }

    /// <summary>Every key, with 0 for the index of numbered sections.</summary>
    public IEnumerable<string> Keys => KeysOf(_nodes, "");

    /// <summary>Whether a key belongs to Serilog.</summary>
    public static bool IsSerilog(string key) =>
        key.StartsWith(SerilogSection + ":", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// The key in the spelling of the classes, with its node; null for an unknown key. An index after a value list is
    /// removed, because settings files write lists as arrays.
    /// </summary>
    public (string Key, OptionNode Node)? Find(string key)
    {
        string[] parts = key.Split(':');
        IReadOnlyList<OptionNode> nodes = _nodes;
        string path = "";
        for (int at = 0; at < parts.Length; at++)
        {
            OptionNode? node =
                nodes.FirstOrDefault(node => node.Name.Equals(parts[at], StringComparison.OrdinalIgnoreCase));
            if (node is null)
                return null;
            path = path.Length == 0 ? node.Name : $"{path}:{node.Name}";
            int left = parts.Length - at - 1;
            if (node.Kind == OptionKind.Value || (node.Kind == OptionKind.ValueList && left == 0))
                return left == 0 ? (path, node) : null;
            if (node.Kind == OptionKind.ValueList)
                return left == 1 && IsIndex(parts[at + 1], int.MaxValue) ? (path, node) : null;
            if (node.Kind == OptionKind.SectionList)
            {
                if (left < 1 || !IsIndex(parts[++at], MaxSections))
                    return null;
                path = $"{path}:{parts[at]}";
            }

            nodes = node.Children;
        }

        return null;
    }

    private static bool IsIndex(string text, int limit) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int index) && index < limit
        && (text.Length == 1 || text[0] != '0');

    private static IEnumerable<string> KeysOf(IReadOnlyList<OptionNode> nodes, string prefix) =>
        nodes.SelectMany(node => node.Kind switch
        {
            OptionKind.Section => KeysOf(node.Children, $"{prefix}{node.Name}:"),
            OptionKind.SectionList => KeysOf(node.Children, $"{prefix}{node.Name}:0:"),
            _ => [prefix + node.Name],
        });
}
