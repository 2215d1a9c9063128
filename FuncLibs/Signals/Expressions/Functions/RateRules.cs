using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>One rate in one expression: operands that are no numbers must share theirs.</summary>
internal static class RateRules
{
    /// <summary>True when they do; else a fault that names both rates.</summary>
    public static bool AreOneRate(BoundCall call, TypingDiagnostics notes)
    {
        Rate? common = null;
        for (int i = 0; i < call.Values.Length; i++)
        {
            if (call.Values[i].Rate is not { } rate)
                continue;
            common ??= rate;
            if (rate == common)
                continue;
            Refuse(common.Value, rate, call.Places[i], notes);
            return false;
        }

        return true;
    }

    /// <summary>True when none of the values is a table; else a fault.</summary>
    public static bool AreValues(
        ImmutableArray<TypedValue> values, ImmutableArray<TextPosition> places, TypingDiagnostics notes)
    {
        for (int i = 0; i < values.Length; i++)
        {
            if (values[i].Kind == SignalKind.Table)
            {
                notes.Reject(places[i], "a table cannot be calculated with", "make it a variable of its own");
                return false;
            }
        }

        return true;
    }

    private static void Refuse(Rate first, Rate second, TextPosition place, TypingDiagnostics notes)
    {
        if (first == Rate.Result || second == Rate.Result)
            notes.Reject(place, "a column and a result of the whole test do not go together",
                "use results and numbers, or columns and numbers");
        else
            notes.Reject(place, $"rates differ: {first} and {second}",
                "bring one to the other: resample(x, like) or interp(x, like)");
    }
}
