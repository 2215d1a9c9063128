using SignalMonitor.Viewers;

namespace SignalMonitor.Tests.Viewers;

/// <summary>A viewer that keeps what it gets.</summary>
internal sealed class RecordingSink : IViewerSink
{
    public bool IsWanted { get; set; } = true;

    public List<(long TimeNs, double[] Values)> Rows { get; } = [];

    public List<string[]> Described { get; } = [];

    public void Describe(ViewerStream stream) => Described.Add([.. stream.Columns.Select(column => column.Name)]);

    public void Take(ViewerStream stream, long timeNs, ReadOnlySpan<double> values) =>
        Rows.Add((timeNs, values.ToArray()));

    public void Flush()
    {
    }
}
