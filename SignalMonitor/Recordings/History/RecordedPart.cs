using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using SignalMonitor.Pyramids;

namespace SignalMonitor.Recordings.History;

/// <summary>
/// One stream of one publisher in a recording: its pyramid, where there is one that can be used, and its frames, which
/// are opened when they are needed. One thread at a time.
/// </summary>
/// <param name="folder">Folder of the recording.</param>
/// <param name="journal">Name of the journal in it.</param>
/// <param name="stream">Number of the stream.</param>
/// <param name="pyramid">Its pyramid; null none. The part disposes it.</param>
internal sealed class RecordedPart(string folder, string journal, uint stream, PyramidFile? pyramid) : IDisposable
{
    private Recording? _recording;

    /// <summary>Name of its journal.</summary>
    public string Journal => journal;

    /// <summary>Its pyramid; null none, or one that is damaged.</summary>
    public PyramidFile? Pyramid { get; private set; } = pyramid;

    /// <summary>True when there are frames that the pyramid does not have.</summary>
    public bool NeedsFrames => Pyramid is not { IsComplete: true };

    /// <summary>Its frames; null when the journal cannot be read.</summary>
    public Recording? Frames
    {
        get
        {
            if (_recording is null)
                Recording.Open(Path.Combine(folder, journal), out _recording);
            return _recording;
        }
    }

    /// <summary>What the frames have of it, oldest epoch first.</summary>
    public IEnumerable<StreamExtent> Extents => (Frames?.Extents ?? [])
        .Where(extent => extent.Stream == stream)
        .OrderBy(extent => extent.Epoch);

    /// <summary>What the newest catalogue says of it; null when it is not to be had.</summary>
    public StreamDescription? Description => Frames is { } frames && Extents.LastOrDefault() is { Records: > 0 } last
        ? frames.DescriptionOf(last) : null;

    /// <summary>Whether it has a signal of a name.</summary>
    public bool Has(string signal) => Pyramid?.Columns().Any(column => column.Name == signal)
        ?? (Description is { } description && new StreamSignals(description).Find(signal) is not null);

    /// <summary>Bytes of a frame on average.</summary>
    public long BytesOfFrame => Frames?.BytesOfFrame ?? 0;

    /// <summary>From the begin of the first block to the end of the last known, UTC ns; null without any.</summary>
    public (long FromNs, long ToNs)? Span
    {
        get
        {
            (long from, long to) = Pyramid is { IsEmpty: false } kept
                ? (kept.BeginNs, kept.EndNs) : (long.MaxValue, long.MinValue);
            if (NeedsFrames && Frames is { } frames)
            {
                using RangeReader reader = frames.NewReader();
                foreach (StreamExtent extent in Extents)
                {
                    FrameRange range = new(extent.Epoch, extent.Stream, extent.First, extent.Last);
                    if (BlockTimes.AcquiredAt(reader, range) is not { } first
                        || BlockTimes.AcquiredAt(reader, range with { From = range.To }) is not { } last)
                        continue;
                    long length = range.To > range.From ? (last - first) / (long)(range.To - range.From) : 0;
                    (from, to) = (Math.Min(from, first), Math.Max(to, last + Math.Max(1, length)));
                }
            }

            return from < to ? (from, to) : null;
        }
    }

    /// <summary>
    /// Takes in what was written meanwhile; false when it has to be opened again: there was no pyramid, it is another
    /// file by now, or the journal may have grown.
    /// </summary>
    public bool Refresh()
    {
        _recording = null;
        return Pyramid is { } kept && kept.IsThere && kept.Refresh().IsOk && kept.Damage is null;
    }

    /// <summary>The pyramid turned out to be damaged: the frames have all of it.</summary>
    public void LeavePyramid()
    {
        Pyramid?.Dispose();
        Pyramid = null;
    }

    /// <inheritdoc/>
    public void Dispose() => Pyramid?.Dispose();
}
