namespace SignalMonitor.Viewers;

/// <summary>A way to viewers of one kind. Viewer thread only.</summary>
internal interface IViewerSink
{
    /// <summary>True while anybody is there to take values.</summary>
    bool IsWanted { get; }

    /// <summary>The channels of a stream are these from here on; none when the stream is gone.</summary>
    void Describe(ViewerStream stream);

    /// <summary>Values at one moment.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="timeNs">The moment, UTC ns.</param>
    /// <param name="values">A value for each of its channels; NaN for one that has none since the moment
    /// before.</param>
    void Take(ViewerStream stream, long timeNs, ReadOnlySpan<double> values);

    /// <summary>Once a tick, after all rows.</summary>
    void Flush();
}
