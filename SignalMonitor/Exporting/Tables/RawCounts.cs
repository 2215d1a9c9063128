using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;

namespace SignalMonitor.Exporting.Tables;

/// <summary>
/// Counts of the converter: what is on the wire is in engineering units, and the catalogue gives units per count. A
/// channel without a scale stays as it is.
/// </summary>
internal static class RawCounts
{
    /// <summary>Unit of a column of counts.</summary>
    public const string Unit = "counts";

    // The value was rounded to 53 bits when it was scaled; what is further from a whole count was no count.
    private const double Tolerance = 1e-9;

    /// <summary>A value as counts: the whole number, or the quotient of a value that is no whole count.</summary>
    /// <param name="value">In engineering units.</param>
    /// <param name="scale">Units per count, not 0.</param>
    public static double From(double value, double scale)
    {
        double counts = value / scale;
        double whole = Math.Round(counts);
        return Math.Abs(counts - whole) <= Tolerance * Math.Max(1, Math.Abs(counts)) ? whole : counts;
    }

    /// <summary>Gives the columns that have a scale their counts.</summary>
    /// <param name="stream">What the stream is.</param>
    /// <param name="signals">Its channels.</param>
    /// <param name="tables">The tables.</param>
    /// <returns>What is wrong when no column has a scale, and the columns that stay as they are; null none.</returns>
    public static (string? Fault, string? Unscaled) TryTake(
        StreamDescription stream, StreamSignals signals, ref ImmutableArray<ExportTable> tables)
    {
        tables = [.. tables.Select(table => table with { Columns = [.. table.Columns.Select(Scaled)] })];
        ExportColumn[] all = [.. tables.SelectMany(table => table.Columns)];
        if (Array.TrueForAll(all, column => column.Scale == 0))
            return ("--raw: none of these channels has a scale in the catalogue; leave --raw out", null);
        string[] others = [.. all.Where(column => column.Scale == 0).Select(column => column.Name)];
        return (null, others.Length == 0 ? null : $"without a scale, so not as counts: {string.Join(", ", others)}");

        ExportColumn Scaled(ExportColumn column)
        {
            double scale = column.Kind == ColumnKind.Measured ? ScaleOf(signals.All[column.Place].Address) : 0;
            return double.IsNormal(scale) ? column with { Scale = scale, Unit = Unit } : column;
        }

        double ScaleOf(SignalAddress address)
        {
            if (address.IsBit || address.IsInteger)
                return 0;
            BlockGroup group = (BlockGroup)address.Group;
            ImmutableArray<ColumnDescription> columns = stream.Channels(group)[address.Channel].Columns;
            return columns[group == BlockGroup.AD ? 0 : address.Column - ColumnIndex.Command].Scale;
        }
    }
}
