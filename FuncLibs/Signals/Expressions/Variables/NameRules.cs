using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Text;
using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>Which names a variable may have.</summary>
internal static class NameRules
{
    private const int MaxLength = 64;

    /// <summary>What is wrong with the name of a variable; null when nothing is.</summary>
    public static ExpressionFault? Check(string name, ISignalScope scope)
    {
        if (name.Length is 0 or > MaxLength)
            return Refuse($"a name has {name.Length} characters", $"1 to {MaxLength} are allowed");
        if (char.IsAsciiDigit(name[0]) || !name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_'))
            return Refuse($"'{name}' is no name for a variable", "use a-z, 0-9 and _, and begin with a letter");
        if (FunctionTable.IsReserved(name) || NameTable.IsConstant(name))
            return Refuse($"'{name}' is a word of the language", "choose another name");
        return scope.Find(name) is null ? null : Refuse($"'{name}' is a channel or a constant", "choose another name");
    }

    private static ExpressionFault Refuse(string what, string advice) => new(new TextPlace(1, 1), what, advice);
}
