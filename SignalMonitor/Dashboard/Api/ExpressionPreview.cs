using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals;
using FuncLibs.Signals.Buckets;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using SignalMonitor.History;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// What a formula would have given of late: computed over the last value of each bucket of the history, because the
/// monitor keeps no samples. Stateful functions begin with the history and run at the rate of the buckets: what counts
/// in time is right, what counts in samples sees fewer of them.
/// </summary>
internal sealed record ExpressionPreview
{
    /// <summary>Unit of the values.</summary>
    public required string Unit { get; init; }

    /// <summary>Of what it is computed, in one line.</summary>
    public required string Basis { get; init; }

    /// <summary>When the first bucket begins, UTC ns.</summary>
    public required long StartNs { get; init; }

    /// <summary>Width of a bucket, ns.</summary>
    public required long WidthNs { get; init; }

    /// <summary>A value for each bucket; NaN where the formula gives none.</summary>
    public required ImmutableArray<double> Values { get; init; }

    /// <summary>False for a bucket in which nothing was measured.</summary>
    public required ImmutableArray<bool> IsMeasured { get; init; }

    /// <summary>Computes it.</summary>
    /// <param name="question">A formula that can be compiled for the stream.</param>
    /// <param name="stream">What the stream is.</param>
    /// <param name="set">The definitions in force.</param>
    /// <param name="history">The history of the stream.</param>
    /// <param name="fault">Why there is none, in one line; null with a preview.</param>
    public static ExpressionPreview? Create(
        ExpressionQuestion question,
        StreamDescription stream,
        VariableSet set,
        StreamHistory history,
        out string? fault)
    {
        Dictionary<int, double[]> values = Read(question, stream, set, history, out PreviewWindow window);
        if (values.Count == 0)
        {
            fault = "no preview: the formula reads no channel, or nothing is kept of those it reads; History:Seconds may be 0";
            return null;
        }

        CheckedExpression compiled = CheckedExpression.Compile(question, AtOneRate(stream, window.WidthNs), set);
        fault = compiled.Result.Fault is { } refused
            ? FormattableString.Invariant(
                $"no preview: the monitor keeps {window.RateHz:G4} values a second: {refused.Reason}")
            : compiled.Result.Kind is SignalKind.Table ? "no preview: the formula gives a table" : null;
        return fault is not null ? null : new ExpressionPreview
        {
            Unit = compiled.Result.Unit,
            Basis = FormattableString.Invariant(
                $"the newest value of each {window.WidthNs / 1e6:G4} ms of the last {question.Seconds} s, {window.RateHz:G4} a second; ")
                + "stateful functions begin with it, those that count in samples see fewer of them",
            StartNs = window.StartNs,
            WidthNs = window.WidthNs,
            Values = Run(compiled, values, window),
            IsMeasured = [.. Enumerable.Range(0, window.Buckets).Select(i => PreviewWindow.IsMeasured(values, i))],
        };
    }

    private static ImmutableArray<double> Run(
        CheckedExpression compiled, Dictionary<int, double[]> values, PreviewWindow window)
    {
        PreviewColumns source = new(values);
        SignalProgram program = compiled.Program;
        double[] results = new double[window.Buckets];
        results.AsSpan().Fill(double.NaN);
        int at = 0;
        while (at < window.Buckets)
        {
            int end = at;
            while (end < window.Buckets && PreviewWindow.IsMeasured(values, end))
                end++;
            if (end > at)
            {
                source.MoveTo(at, end - at);
                program.Run(source);
                Take(program, compiled, results.AsSpan(at, end - at));
            }

            // Buckets without a sample are what missing blocks are to the compute thread.
            if (end < window.Buckets)
                program.Gap();
            at = end + 1;
        }

        return [.. results];
    }

    private static void Take(SignalProgram program, CheckedExpression compiled, Span<double> to)
    {
        if (compiled.Result.Kind == SignalKind.Column)
            program.Values(compiled.Place)[..Math.Min(to.Length, program.Values(compiled.Place).Length)].CopyTo(to);
        else
            to.Fill(program.Value(compiled.Place));
    }

    private static Dictionary<int, double[]> Read(
        ExpressionQuestion question,
        StreamDescription stream,
        VariableSet set,
        StreamHistory history,
        out PreviewWindow window)
    {
        StreamSignals signals = new(stream);
        Dictionary<int, double[]> values = [];
        window = default;
        foreach (string name in ChannelsOf(question, signals, set))
        {
            if (HistoryReader.Read(history, name, question.Seconds, HistoryReader.MaxCells) is not { Names: [_] } view)
                continue;
            if (values.Count == 0)
                window = new PreviewWindow(view.Table.StartNs, view.Table.Grid.WidthNs, view.Table.Buckets);
            if (view.Table.Grid.WidthNs == window.WidthNs)
                values[signals.All.IndexOf(signals.Find(name)!)] = window.LastOf(view.Table);
        }

        return values;
    }

    private static HashSet<string> ChannelsOf(ExpressionQuestion question, StreamSignals signals, VariableSet set)
    {
        Dictionary<string, string> meanings =
            set.Aliases.ToDictionary(alias => alias.Alias, alias => alias.Channel, StringComparer.Ordinal);
        Dictionary<string, string> formulas = [];
        foreach (SignalVariable variable in set.EnabledVariables.Where(variable => variable.Name != question.Name))
            formulas.TryAdd(variable.Name, variable.Expression);
        HashSet<string> channels = [];
        Stack<string> texts = new([question.Expression]);
        while (texts.TryPop(out string? text))
        {
            foreach (string word in CheckedExpression.WordsOf(text))
            {
                if (formulas.Remove(word, out string? formula))
                    texts.Push(formula);
                if (signals.Find(meanings.GetValueOrDefault(word, word)) is { } signal)
                    channels.Add(signal.Name);
            }
        }

        return channels;
    }

    // Every channel has one value a bucket.
    private static StreamDescription AtOneRate(StreamDescription stream, long widthNs)
    {
        return stream with
        {
            BaseRateHz = (double)UtcClock.NanosecondsPerSecond / widthNs,
            PointsPerBlock = 1,
            Servo = [.. stream.Servo.Select(AtOne)],
            Temp = [.. stream.Temp.Select(AtOne)],
            AD = [.. stream.AD.Select(AtOne)],
        };

        static ChannelDescription AtOne(ChannelDescription channel) =>
            channel with { RateNum = 1, RateDen = 1, Points = 1 };
    }

    /// <summary>The buckets of a preview.</summary>
    private readonly record struct PreviewWindow(long StartNs, long WidthNs, int Buckets)
    {
        public double RateHz => (double)UtcClock.NanosecondsPerSecond / WidthNs;

        // Another channel may have been read when a block more had come: the grid is the same.
        public double[] LastOf(BucketTable table)
        {
            double[] last = new double[Buckets];
            int shift = (int)((table.StartNs - StartNs) / WidthNs);
            for (int i = 0; i < Buckets; i++)
                last[i] = i - shift >= 0 && i - shift < table.Buckets && table[i - shift, 0] is { Count: > 0 } bucket
                    ? bucket.Last
                    : double.NaN;
            return last;
        }

        public static bool IsMeasured(Dictionary<int, double[]> values, int bucket) =>
            values.Values.Any(column => !double.IsNaN(column[bucket]));
    }
}

/// <summary>Columns of a preview: stretches of the last values of buckets, all at one rate. One thread.</summary>
/// <param name="values">By the number of the column; those that are not needed are not there.</param>
internal sealed class PreviewColumns(IReadOnlyDictionary<int, double[]> values) : IColumnSource
{
    private int _first;
    private int _count;

    /// <summary>Goes to some buckets in a row.</summary>
    public void MoveTo(int first, int count) => (_first, _count) = (first, count);

    /// <inheritdoc/>
    public ReadOnlySpan<double> Values(int column) =>
        values.TryGetValue(column, out double[]? all) ? all.AsSpan(_first, _count) : default;

    /// <inheritdoc/>
    public long FirstIndex(int column) => _first;

    /// <inheritdoc/>
    public Quality Floor(int column) => Quality.Good;
}
