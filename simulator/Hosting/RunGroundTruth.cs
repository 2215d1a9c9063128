using FuncLibs.GroundTruth;
using Microsoft.Extensions.Logging;
using Simulator.Rig;
using Simulator.Serving;

namespace Simulator.Hosting;

/// <summary>The ground-truth file of the process, from the start of its clock to the end of the host.</summary>
public sealed class RunGroundTruth : IRunStart, IDisposable
{
    private readonly GroundTruthOptions _options;
    private readonly ILogger<RunGroundTruth> _logger;
    private bool _isOver;

    /// <summary>Prepares it; no file is made yet.</summary>
    /// <param name="rig">The rig.</param>
    /// <param name="options">All options.</param>
    /// <param name="logger">Notified when the disk fails.</param>
    public RunGroundTruth(SimulatedRig rig, SimulatorOptions options, ILogger<RunGroundTruth> logger)
    {
        (_options, _logger) = (options.Truth, logger);
        GroundTruth = new RigGroundTruth(rig, options.Seed, fault => SimulatorLog.GroundTruthFault(logger, fault));
    }

    /// <summary>Receives everything.</summary>
    public RigGroundTruth GroundTruth { get; }

    /// <inheritdoc/>
    IGroundTruthSink IRunStart.GroundTruth => GroundTruth;

    /// <summary>Makes the file; nothing when none is requested.</summary>
    /// <exception cref="IOException">It cannot be made.</exception>
    public void Create()
    {
        if (_options.File.Length > 0 && GroundTruth.Open(_options.File, _options.MaxBytes) is { } fault)
            throw new IOException($"Truth:File: {fault}");
    }

    /// <inheritdoc/>
    public void Started(long firstDueUtcNs) => GroundTruth.Started(firstDueUtcNs);

    /// <summary>Ends the file; the block thread is gone.</summary>
    public void Dispose()
    {
        GroundTruth.Dispose();
        if (!_isOver && GroundTruth.Dropped > 0)
            SimulatorLog.GroundTruthDropped(_logger, GroundTruth.Dropped, _options.File);
        _isOver = true;
    }
}
