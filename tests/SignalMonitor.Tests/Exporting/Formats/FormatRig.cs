using SignalMonitor.Exporting.Formats;
using SignalMonitor.Exporting.Tables;
using Testing;

namespace SignalMonitor.Tests.Exporting.Formats;

/// <summary>Rows with special values, and a folder to write them to.</summary>
internal sealed class FormatRig : IDisposable
{
    public const long FirstNs = 1_700_000_000_000_000_000;
    private readonly TemporaryFolder _folder = new();

    public static ExportTable Table { get; } = new(
        1000, [new ExportColumn("servo1.force", "kN", 0), new ExportColumn("ad1", "", 1)]);

    public static double[] Force { get; } =
    [
        0, -0.0, 1, -1, 0.1, 1e300, double.Epsilon, double.MaxValue, double.NaN, double.PositiveInfinity,
        double.NegativeInfinity, 9007199254740993, -123456789.125, Math.PI,
    ];

    public static ExportContent Content { get; } = new(
        [Table], [new("run", "T-17"), new("l0_mm", 50.5)]);

    public string Path => _folder.File("out");

    /// <summary>Writes all rows several times, as pieces of an export.</summary>
    public async Task WriteAsync(IExportFormat format, int pieces = 1)
    {
        await using IExportWriter writer = await format.CreateAsync(Path, Content);
        for (int i = 0; i < pieces; i++)
            await writer.WriteAsync(0, new FixedRows(i));
        await writer.CompleteAsync(ExportRoom.Whole(default));
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>All rows once, as the piece of this number.</summary>
    public sealed class FixedRows(int piece) : IExportRows
    {
        public int Count => Force.Length;

        public ReadOnlySpan<long> TimesNs =>
            Enumerable.Range(0, Count).Select(i => FirstNs + (((piece * Count) + i) * 1_000_000L)).ToArray();

        public ReadOnlySpan<long> ElapsedNs =>
            Enumerable.Range(0, Count).Select(i => ((piece * Count) + i) * 1_000_000L).ToArray();

        public ReadOnlySpan<double> Column(int index) =>
            index == 0 ? Force : Force.Select((_, i) => (double)i).ToArray();
    }
}
