using System.Security.Cryptography;
using System.Text;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>
/// Identifies what the values of a name are computed from: the channel behind it, or the formula and unit of a
/// variable, those of the variables it names, and the channels behind the names in them. It changes when one of these
/// does; not with blanks, sample rates or the constants of a test run.
/// </summary>
public static class VariableSource
{
    private const int Characters = 32;

    /// <summary>32 hexadecimal characters: the first half of a SHA-256.</summary>
    /// <param name="name">A variable or a channel.</param>
    /// <param name="variables">All variables, by name.</param>
    /// <param name="channelOf">The channel that a name means, with its unit; null none.</param>
    public static string Identify(
        string name, IReadOnlyDictionary<string, VariableDefinition> variables, Func<string, string?> channelOf)
    {
        StringBuilder text = new();
        HashSet<string> met = new(StringComparer.Ordinal) { name };
        Queue<string> open = new([name]);
        while (open.TryDequeue(out string? next))
        {
            if (!variables.TryGetValue(next, out VariableDefinition? variable))
            {
                text.Append(next).Append(" is ").Append(channelOf(next)).Append('\n');
                continue;
            }

            Node? tree = ExpressionParser.Parse(variable.Text).Tree;
            text.Append(next).Append(" = ").Append(tree is null ? variable.Text : NodePrinter.Print(tree));
            text.Append(" in ").Append(variable.Unit).Append('\n');
            foreach (string used in tree is null ? [] : NameUse.NamesIn(tree))
            {
                if (met.Add(used))
                    open.Enqueue(used);
            }
        }

        return Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())))[..Characters];
    }
}
