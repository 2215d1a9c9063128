using FuncLibs.Truth;
using FuncLibs.Truth.Lines;
using FuncLibs.Truth.Writing;
using Microsoft.Extensions.Logging;
using Simulator.Rig;
using Simulator.Serving;

namespace Simulator.Hosting;

/// <summary>
/// The truth file of a run with a clock. The file is made when the host is built, so that a bad path is one clear line; its first line says
/// when sample 0 was due, so it is written when the clock has started. Told of nothing before that: warm-up is no part of the run.
/// </summary>
/// <param name="rig">The rig.</param>
/// <param name="options">All options.</param>
/// <param name="logger">Told when the disk fails.</param>
public sealed class RunTruth(SimulatedRig rig, SimulatorOptions options, ILogger<RunTruth> logger) : ITruthSink, IRunStart, IDisposable
{
    private FileStream? _file;
    private ITruthSink _sink = NoTruth.Instance;
    private TruthWriter? _writer;

    /// <inheritdoc/>
    public ITruthSink Truth => this;

    /// <summary>Makes the file; nothing when none is wanted.</summary>
    /// <exception cref="IOException">It cannot be made.</exception>
    public void Create()
    {
        if (options.Truth.File.Length == 0)
            return;
        try
        {
            _file = new FileStream(options.Truth.File, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new IOException($"Truth:File {options.Truth.File}: {e.Message}", e);
        }
    }

    /// <inheritdoc/>
    public void Started(long firstDueUtcNs)
    {
        if (_file is null)
            return;
        RunLine first = SimulatorVerbs.RunLine(rig, options.Seed, firstDueUtcNs);
        _writer = new TruthWriter(_file, first, new TruthWriterOptions { MaxBytes = options.Truth.MaxBytes, OnFault = Warn });
        _file = null;
        _sink = _writer;
    }

    /// <summary>Ends the file; the block thread is gone.</summary>
    public void Dispose()
    {
        _file?.Dispose();
        if (_writer is null)
            return;
        rig.Finish();
        _writer.Dispose();
        if (_writer.Dropped > 0)
            SimulatorLog.TruthDropped(logger, _writer.Dropped, options.Truth.File);
    }

    /// <inheritdoc/>
    public void Cycle(
        string channel, string sensor, long number, long index, double peak, long peakIndex, double valley, long valleyIndex) =>
        _sink.Cycle(channel, sensor, number, index, peak, peakIndex, valley, valleyIndex);

    /// <inheritdoc/>
    public void Property(string channel, string name, double value, string unit, long index) =>
        _sink.Property(channel, name, value, unit, index);

    /// <inheritdoc/>
    public void Break(string channel, long index, double force) => _sink.Break(channel, index, force);

    /// <inheritdoc/>
    public void Excursion(string channel, string sensor, TruthLimit limit, double value, long from, long to) =>
        _sink.Excursion(channel, sensor, limit, value, from, to);

    /// <inheritdoc/>
    public void Mode(string channel, string mode, long index) => _sink.Mode(channel, mode, index);

    /// <inheritdoc/>
    public void Fault(string fault, long from, long to, string? channel, string? sensor, string detail) =>
        _sink.Fault(fault, from, to, channel, sensor, detail);

    /// <inheritdoc/>
    public void Ran(long blocks, long samples) => _sink.Ran(blocks, samples);

    private void Warn(string fault) => SimulatorLog.TruthFault(logger, fault);
}
