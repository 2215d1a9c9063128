using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Exporting.Tables;

/// <summary>Rows of a table on their way to a file: those of one block, or of a stretch of resampled ones.</summary>
internal interface IExportRows
{
    /// <summary>How many.</summary>
    int Count { get; }

    /// <summary>Instant of each, UTC ns.</summary>
    ReadOnlySpan<long> TimesNs { get; }

    /// <summary>Instant of each, ns since the first sample of the export; see <see cref="ExportClock"/>.</summary>
    ReadOnlySpan<long> ElapsedNs { get; }

    /// <summary>Values of a column, one for each row; NaN where there is none.</summary>
    ReadOnlySpan<double> Column(int index);
}

/// <summary>The rows of one block. Allocates for the first block, and for one longer than all before.</summary>
/// <param name="table">The table.</param>
/// <param name="source">The block.</param>
/// <param name="due">When its samples are due: as buckets and plots have it.</param>
internal sealed class BlockRows(ExportTable table, ExportColumnSource source, SampleTimes due) : IExportRows
{
    private long[] _times = [];
    private long[] _elapsed = [];
    private double[] _padded = [];

    /// <inheritdoc/>
    public int Count { get; private set; }

    /// <inheritdoc/>
    public ReadOnlySpan<long> TimesNs => _times.AsSpan(0, Count);

    /// <inheritdoc/>
    public ReadOnlySpan<long> ElapsedNs => _elapsed.AsSpan(0, Count);

    /// <summary>Moves to the block that the source has moved to.</summary>
    /// <param name="firstIndex">Base index of its first sample.</param>
    /// <param name="timeNs">Due time of its first sample, UTC ns.</param>
    /// <param name="elapsedNs">The same since the first sample of the export.</param>
    public void MoveTo(long firstIndex, long timeNs, long elapsedNs)
    {
        Count = 0;
        foreach (ExportColumn column in table.Columns)
            Count = Math.Max(Count, source.Values(column).Length);
        if (_times.Length < Count)
            (_times, _elapsed, _padded) = (new long[Count], new long[Count], new double[Count]);
        for (int i = 0; i < Count; i++)
        {
            long ns = due.OffsetNs(firstIndex, i);
            (_times[i], _elapsed[i]) = (timeNs + ns, elapsedNs + ns);
        }
    }

    /// <inheritdoc/>
    public ReadOnlySpan<double> Column(int index)
    {
        ReadOnlySpan<double> values = source.Values(table.Columns[index]);
        if (values.Length == Count)
            return values;
        values.CopyTo(_padded);
        _padded.AsSpan(values.Length, Count - values.Length).Fill(double.NaN);
        return _padded.AsSpan(0, Count);
    }
}

/// <summary>
/// Time since the first sample of an export. In an epoch it follows the sample index, so a step of the recording
/// machine's clock does not distort it; where the index begins again, it is taken from the due times once.
/// </summary>
internal sealed class ExportClock
{
    private ulong _epoch;
    private long _anchorIndex;
    private long _anchorElapsedNs;
    private long _lastIndex = long.MaxValue;
    private long? _originNs;

    /// <summary>ns from the first sample of the export to the first sample of a block.</summary>
    public long ElapsedNs(in FrameHeader header, CDataBlock block, StreamDescription stream)
    {
        long index = block.FirstSampleIndex;
        _originNs ??= header.AcquiredNs;
        if (header.Epoch != _epoch || index <= _lastIndex)
            (_epoch, _anchorIndex, _anchorElapsedNs) = (header.Epoch, index, header.AcquiredNs - _originNs.Value);
        _lastIndex = index;
        return _anchorElapsedNs + SampleClock.NsOf(index - _anchorIndex, stream.BaseRateHz);
    }
}
