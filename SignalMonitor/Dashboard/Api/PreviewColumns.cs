using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Sources;

namespace SignalMonitor.Dashboard.Api;

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
