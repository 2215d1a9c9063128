using System.Collections.Immutable;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>Every function and operator of the language, by name.</summary>
internal static class FunctionTable
{
    private static readonly Dictionary<string, FunctionRow> ByName =
        Rows().ToDictionary(row => row.Name, StringComparer.Ordinal);

    /// <summary>Names of what can be called, in alphabetical order.</summary>
    public static ImmutableArray<string> Names { get; } =
        [.. ByName.Values.Where(row => row.IsCallable).Select(row => row.Name).Order(StringComparer.Ordinal)];

    /// <summary>The function of that name; null when there is none.</summary>
    public static FunctionRow? Find(string name) => ByName.GetValueOrDefault(name);

    /// <summary>
    /// True for a word that cannot be a name: <c>and</c>, <c>or</c>, <c>not</c>, and the words some functions take. A
    /// name may be that of a function, which is always followed by a bracket.
    /// </summary>
    public static bool IsReserved(string name) => name is "and" or "or" or "not" || Words.Contains(name);

    private static readonly HashSet<string> Words =
    [
        .. ByName.Values.SelectMany(row => row.Parameters).SelectMany(parameter => parameter.Words),
        .. ByName.Values.SelectMany(row => row.Parameters).SelectMany(parameter => parameter.Forms).Select(
            form => form.Name),
    ];

    private static IEnumerable<FunctionRow> Rows() =>
        [.. ElementRows.All, .. WindowRows.All, .. CycleRows.All, .. TensileRows.All];
}

/// <summary>
/// One function of the language. To add an element-wise function, add a line to the table of its class in
/// <c>FuncLibs/Signals/Elementwise</c>; to add another, a row to one of the lists of this folder. Tests name
/// what else a function needs: its summary, and values to compare with.
/// </summary>
/// <param name="Name">Its name; of an operator, its sign.</param>
/// <param name="Body">How it is made.</param>
/// <param name="Parameters">What it takes, in order.</param>
internal sealed record FunctionRow(string Name, FunctionBody Body, params ImmutableArray<Parameter> Parameters)
{
    /// <summary>True for what is called by name.</summary>
    public bool IsCallable => char.IsAsciiLetter(Name[0]) && Name is not ("and" or "or" or "not");

    /// <summary>How it is called: <c>round(x, digits, mode)</c>.</summary>
    public string Usage =>
        $"{Name}({string.Join(", ", Parameters.Select(parameter => parameter.Repeats ? $"{parameter.Name}, ..." : parameter.Name))})";

    /// <summary>The same with units, words and defaults: <c>round(x, digits = 0, mode = half_away | ...)</c>.</summary>
    public string Signature => $"{Name}({string.Join(", ", Parameters.Select(parameter => parameter.Signature))})";
}
