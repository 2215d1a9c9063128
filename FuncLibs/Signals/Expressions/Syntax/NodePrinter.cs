using System.Globalization;
using System.Text;

namespace FuncLibs.Signals.Expressions.Syntax;

/// <summary>
/// Writes a tree in its shortest usual form: one line, blanks around operators, only the brackets that are needed.
/// </summary>
public static class NodePrinter
{
    /// <summary>The text; parsing it gives an equal tree.</summary>
    public static string Print(Node node)
    {
        StringBuilder text = new();
        Write(text, node, OperatorPrecedence.Loosest);
        return text.ToString();
    }

    private static void Write(StringBuilder text, Node node, int needed)
    {
        bool bracketed = OperatorPrecedence.Get(node) < needed;
        if (bracketed)
            text.Append('(');
        WriteBare(text, node);
        if (bracketed)
            text.Append(')');
    }

    private static void WriteBare(StringBuilder text, Node node)
    {
        switch (node)
        {
            case NumberNode number:
                text.Append(number.Value.ToString("R", CultureInfo.InvariantCulture)).Append(UnitSuffix(number.Unit));
                break;
            case NameNode name:
                text.Append(name.Name);
                break;
            case TextNode quoted:
                text.Append('"').Append(quoted.Value).Append('"');
                break;
            case UnaryNode { Operator: UnaryOperator.Not } not:
                Write(text.Append("not "), not.Operand, OperatorPrecedence.Not);
                break;
            case UnaryNode negate:
                Write(text.Append('-'), negate.Operand, OperatorPrecedence.Negate);
                break;
            case BinaryNode binary:
                Write(text, binary.Left, LeftOf(binary.Operator));
                text.Append(' ').Append(OperatorPrecedence.Symbol(binary.Operator)).Append(' ');
                Write(text, binary.Right, OperatorPrecedence.RightOf(binary.Operator));
                break;
            case CallNode call:
                WriteCall(text, call);
                break;
            case TableNode table:
                WriteTable(text, table);
                break;
        }
    }

    // Comparisons do not chain and powers group to the right, so a left operand of the same strength needs brackets
    // there.
    private static int LeftOf(BinaryOperator operation) => OperatorPrecedence.Get(operation) switch
    {
        OperatorPrecedence.Comparison => OperatorPrecedence.Comparison + 1,
        int strength when operation == BinaryOperator.Power => strength + 1,
        int strength => strength,
    };

    private static string UnitSuffix(string unit)
    {
        if (unit.Length == 0)
            return "";
        bool isWord = Lexer.IsNameStart(unit[0]) && unit.All(Lexer.IsNamePart) && unit is not ("and" or "or" or "not");
        return isWord || unit == "%" ? $" {unit}" : $" [{unit}]";
    }

    private static void WriteCall(StringBuilder text, CallNode call)
    {
        text.Append(call.Name).Append('(');
        for (int i = 0; i < call.Arguments.Length; i++)
        {
            Argument argument = call.Arguments[i];
            text.Append(i > 0 ? ", " : "");
            if (argument.Name is not null)
                text.Append(argument.Name).Append(" = ");
            Write(text, argument.Value, OperatorPrecedence.Loosest);
        }

        text.Append(')');
    }

    private static void WriteTable(StringBuilder text, TableNode table)
    {
        text.Append('[');
        for (int row = 0; row < table.Rows.Length; row++)
        {
            text.Append(row > 0 ? "; " : "");
            for (int entry = 0; entry < table.Rows[row].Length; entry++)
            {
                text.Append(entry > 0 ? ", " : "");
                Write(text, table.Rows[row][entry], OperatorPrecedence.Loosest);
            }
        }

        text.Append(']');
    }
}
