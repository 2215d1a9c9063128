using FuncLibs.GroundTruth;

namespace Simulator.Rig;

/// <summary>
/// The ground-truth file of a run with a clock. The file is made before the run, so that a bad path is one clear line;
/// its first line reports when sample 0 was due, so it is written when the clock has started. Receives nothing before
/// that: warm-up is no part of the run. Nothing is written when no file was opened.
/// </summary>
/// <param name="rig">The rig.</param>
/// <param name="seed">Its seed.</param>
/// <param name="onFault">Called once, by the writer's thread, with the reason why the file cannot be written.</param>
public sealed class RigGroundTruth(SimulatedRig rig, long seed, Action<string> onFault) : IGroundTruthSink, IDisposable
{
    private FileStream? _file;
    private IGroundTruthSink _sink = NullGroundTruthSink.Instance;
    private GroundTruthWriter? _writer;
    private long _maxBytes;

    /// <summary>Name under which the stream is published; the rig's own unless set otherwise.</summary>
    public string Stream { get; init; } = SimulatedRig.StreamName;

    /// <summary>Lines that are not in the file; final after <see cref="Dispose"/>.</summary>
    public long Dropped => _writer?.Dropped ?? 0;

    /// <summary>The first line of a ground-truth file.</summary>
    /// <param name="rig">The rig.</param>
    /// <param name="seed">Its seed.</param>
    /// <param name="stream">Name of its stream.</param>
    /// <param name="firstDueUtcNs">When base sample 0 was due; null for a run without a clock.</param>
    public static RunLine FirstLine(SimulatedRig rig, long seed, string stream, long? firstDueUtcNs) => new(
        rig.Preset.Name,
        (ulong)seed,
        stream,
        rig.Preset.BaseRateHz,
        rig.Preset.LoopHz,
        rig.Preset.Servo.Points,
        firstDueUtcNs);

    /// <summary>Makes the file; one that is there is replaced.</summary>
    /// <param name="path">The file.</param>
    /// <param name="maxBytes">Its largest size, bytes.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public string? Open(string path, long maxBytes)
    {
        try
        {
            _file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
            _maxBytes = maxBytes;
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException
            or NotSupportedException)
        {
            return $"the truth file {path} cannot be made ({e.Message}); give a file in a folder that may be written";
        }
    }

    /// <summary>The clock runs; the rig has restarted at sample 0 and reports to this sink. Block thread.</summary>
    /// <param name="firstDueUtcNs">When sample 0 is due, UTC ns.</param>
    public void Started(long firstDueUtcNs)
    {
        if (_file is null)
            return;
        RunLine first = FirstLine(rig, seed, Stream, firstDueUtcNs);
        _writer = new GroundTruthWriter(
            _file, first, new GroundTruthWriterOptions { MaxBytes = _maxBytes, OnFault = onFault });
        _file = null;
        _sink = _writer;
    }

    /// <summary>Ends the run and its file. On the block thread, or when it is gone.</summary>
    public void Dispose()
    {
        _file?.Dispose();
        _file = null;
        if (_writer is null || ReferenceEquals(_sink, NullGroundTruthSink.Instance))
            return;
        rig.Finish();
        _sink = NullGroundTruthSink.Instance;
        _writer.Dispose();
    }

    /// <inheritdoc/>
    public void Cycle(
        string channel,
        string sensor,
        long number,
        long index,
        double peak,
        long peakIndex,
        double valley,
        long valleyIndex) =>
        _sink.Cycle(channel, sensor, number, index, peak, peakIndex, valley, valleyIndex);

    /// <inheritdoc/>
    public void Property(string channel, string name, double value, string unit, long index) =>
        _sink.Property(channel, name, value, unit, index);

    /// <inheritdoc/>
    public void Break(string channel, long index, double force) => _sink.Break(channel, index, force);

    /// <inheritdoc/>
    public void Excursion(string channel, string sensor, ExcursionLimit limit, double value, long from, long to) =>
        _sink.Excursion(channel, sensor, limit, value, from, to);

    /// <inheritdoc/>
    public void Mode(string channel, string mode, long index, double band) => _sink.Mode(channel, mode, index, band);

    /// <inheritdoc/>
    public void Fault(string fault, long from, long to, string? channel, string? sensor, string detail) =>
        _sink.Fault(fault, from, to, channel, sensor, detail);

    /// <inheritdoc/>
    public void Progress(long blocks, long samples) => _sink.Progress(blocks, samples);
}

/// <summary>Ticks of the plant loop and samples of a rate, in integers.</summary>
internal static class TickIndex
{
    /// <summary>The base sample in whose period a tick is: all indices of the ground-truth file.</summary>
    public static long ToSample(long tick, long rateHz, int loopHz) => (long)((Int128)tick * rateHz / loopHz);

    /// <summary>The newest tick at or before a sample.</summary>
    public static long ToTick(long sample, long rateHz, int loopHz) => (long)((Int128)sample * loopHz / rateHz);
}
