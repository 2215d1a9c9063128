using System.Collections.Immutable;
using System.Globalization;

namespace SignalMonitor.Exporting.Tables;

/// <summary>Channels that have a sample at the same instants, so that they are the columns of one table.</summary>
/// <param name="RateHz">Samples a second.</param>
/// <param name="Columns">The columns, in the order of the block, calculated channels after them; at least one.</param>
internal sealed record ExportTable(double RateHz, ImmutableArray<ExportColumn> Columns)
{
    /// <summary>The rate as file names have it: <c>10000hz</c>.</summary>
    public string RateName => string.Create(CultureInfo.InvariantCulture, $"{RateHz:R}hz");
}
