using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>What is written in a call for a parameter, before anything is compiled.</summary>
internal static class CallArguments
{
    /// <summary>
    /// The argument of a parameter: by its name, else by its place among those without one. Null when the call has
    /// none, or the function has no such parameter.
    /// </summary>
    public static Node? Find(CallNode call, FunctionRow function, string parameter)
    {
        int place = -1;
        for (int i = 0; i < function.Parameters.Length && place < 0; i++)
            place = function.Parameters[i].Name == parameter ? i : -1;
        return place < 0 ? null : Find(call, function, place);
    }

    /// <summary>The argument of the parameter at a place.</summary>
    public static Node? Find(CallNode call, FunctionRow function, int place)
    {
        string name = function.Parameters[place].Name;
        return call.Arguments.Where(argument => argument.Name == name)
            .Concat(call.Arguments.Where(argument => argument.Name is null).Skip(place).Take(1))
            .Select(argument => argument.Value).FirstOrDefault();
    }
}
