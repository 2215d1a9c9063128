using System.Collections.Immutable;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Stateful;
using SignalMonitor.Formatting;

namespace SignalMonitor.Evaluation;

/// <summary>
/// An array of numbers for a column, an array of rows for a table, <c>{"value":1.5,"state":"final"}</c> for a
/// result, with a <c>reason</c> when it has no value. NaN and infinities,
/// which JSON has no number for, are the strings "NaN", "Infinity" and "-Infinity".
/// </summary>
/// <param name="text">Where it goes.</param>
internal sealed class JsonOutput(ResultText text) : IEvalOutput
{
    // Letters outside ASCII stay as they are: people read it in a terminal.
    private static readonly EvalResultJson Readable = new(new JsonSerializerOptions(EvalResultJson.Default.Options)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    });

    private bool _hasValues;

    /// <inheritdoc/>
    public void BeginColumn(ProgramVariable described) => text.Add("[");

    // Column by column into the text: a recording has millions of values, which records would hold all at once.

    /// <inheritdoc/>
    public void Column(long first, ReadOnlySpan<double> values, ReadOnlySpan<Quality> qualities)
    {
        foreach (double value in values)
        {
            if (_hasValues)
                text.Add(",");
            _hasValues = true;
            Add(value);
        }
    }

    /// <inheritdoc/>
    public void EndColumn() => text.Add("]").EndLine();

    /// <inheritdoc/>
    public void Table(ProgramVariable described, ITableState table, Quality quality)
    {
        text.Add("[");
        bool isFirst = true;
        foreach (ImmutableArray<double> row in table.Rows())
        {
            text.Add(isFirst ? "[" : ",[");
            isFirst = _hasValues = false;
            Column(0, row.AsSpan(), default);
            text.Add("]");
        }

        text.Add("]").EndLine();
    }

    /// <inheritdoc/>
    public void Result(ProgramVariable described, double value, string state, Quality quality, string? missing) =>
        text.Add(JsonSerializer.Serialize(new EvalResult(value, state, missing), Readable.EvalResult)).EndLine();

    private void Add(double value)
    {
        if (double.IsFinite(value))
            text.Add(value);
        else
            text.Add("\"").Add(value).Add("\"");
    }
}

/// <summary>A result. <c>reason</c> is present when it has no value.</summary>
internal sealed record EvalResult(
    double Value,
    string State,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Reason);

/// <summary>Source-generated writer of a result.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals)]
[JsonSerializable(typeof(EvalResult))]
internal sealed partial class EvalResultJson : JsonSerializerContext;
