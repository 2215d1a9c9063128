using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// A formula compiled for a stream as if it were saved, with those calculated channels alone that it needs: the memory
/// of the others is not taken while somebody types.
/// </summary>
internal sealed class CheckedExpression
{
    // No calculated channel of the database can have it.
    private const string Unnamed = "_";

    private readonly int _place;

    private CheckedExpression(SignalProgram program, int place) => (Program, _place) = (program, place);

    /// <summary>The program; its last variable is the formula.</summary>
    public SignalProgram Program { get; }

    /// <summary>What became of the formula.</summary>
    public ProgramVariable Result => Program.Variables[_place];

    /// <summary>Where the program has it.</summary>
    public int Place => _place;

    /// <summary>Compiles it.</summary>
    /// <param name="question">The formula.</param>
    /// <param name="stream">What the stream is.</param>
    /// <param name="set">The definitions in force.</param>
    public static CheckedExpression Compile(ExpressionQuestion question, StreamDescription stream, VariableSet set)
    {
        string name = question.Name.Length > 0 ? question.Name : Unnamed;
        VariableDefinition requested = new(name, question.Expression, question.Unit);
        VariableDefinition[] needed = [.. Needed(requested, set).Select(variable => variable.ToCompiled())];
        SignalProgram program =
            SignalCompiler.Compile([.. needed, requested], StationScope.From(new StreamSignals(stream), set));
        return new CheckedExpression(program, needed.Length);
    }

    /// <summary>The words of a formula, its names among them.</summary>
    public static IEnumerable<string> WordsOf(string text)
    {
        for (int at = 0; at < text.Length; at++)
        {
            int begin = at;
            while (at < text.Length && (char.IsLetterOrDigit(text[at]) || text[at] is '_' or '.'))
                at++;
            if (at > begin)
                yield return text[begin..at];
        }
    }

    // By the words of their formulas: one too many does no harm.
    private static IEnumerable<SignalVariable> Needed(VariableDefinition requested, VariableSet set)
    {
        Dictionary<string, SignalVariable> known = set.EnabledVariables
            .Where(variable => variable.Name != requested.Name)
            .ToDictionary(variable => variable.Name, StringComparer.Ordinal);
        Stack<string> texts = new([requested.Text]);
        while (texts.TryPop(out string? text))
        {
            foreach (string word in WordsOf(text))
            {
                if (!known.Remove(word, out SignalVariable? variable))
                    continue;
                texts.Push(variable.Expression);
                yield return variable;
            }
        }
    }
}
