using FuncLibs.GroundTruth;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Platform;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Logging;
using Simulator.Rig;
using Simulator.Serving;

namespace Tools.Load;

/// <summary>
/// One rig of a load run: its plants, its link, and two threads. It never spins for its deadlines: 20 rigs at 300
/// blocks/s would spin half a core away, for 50 us of lateness.
/// </summary>
internal sealed class LoadedRig : IRunStart, IDisposable
{
    private const long FlushPauseNs = 1_000_000;
    private static readonly TimeSpan FlushLimit = TimeSpan.FromSeconds(1);

    private readonly LoadPlan _plan;
    private readonly int _number;
    private readonly LoadStart _start;
    private readonly TimeProvider _time;
    private readonly PacedClock _clock;
    private readonly BlockLoop _loop;
    private readonly LinkServer _server;
    private readonly LoopThread _accept;
    private readonly LoopThread _blocks;
    private readonly TaskCompletionSource _warm = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _cpuNs;
    private bool _ran;

    /// <summary>Makes the rig and binds its port.</summary>
    /// <exception cref="System.Net.Sockets.SocketException">The port cannot be had.</exception>
    public LoadedRig(
        LoadPlan plan, int number, LoadStart start, TimeProvider time, FatalErrorHandler fate, ILoggerFactory loggers)
    {
        (_plan, _number, _start, _time) = (plan, number, start, time);
        var rig = new SimulatedRig(plan.Preset, plan.SeedOf(number));
        var settings = new LinkServerSettings(plan.EndpointOf(number), rig.Description, plan.QueueBlocks);
        _server = new LinkServer(settings, time, loggers.CreateLogger<LinkServer>());
        _clock = new PacedClock(
            rig.Description.PointsPerBlock, plan.Preset.ClockRateHz, time, new KernelSleep(0), plan.LateAfterNs);
        _loop = new BlockLoop(rig, _server, _clock, start: this) { Length = plan.Blocks, Priority = plan.Priority };
        ILogger<LoopThread> logger = loggers.CreateLogger<LoopThread>();
        _accept = new LoopThread($"{Name} accept", _server.Run, new ThreadAllocation(), fate, logger);
        _blocks = new LoopThread($"{Name} blocks", Run, _loop.Allocation, fate, logger);
    }

    /// <inheritdoc/>
    public IGroundTruthSink GroundTruth => NullGroundTruthSink.Instance;

    /// <summary>`rig01` and so on.</summary>
    public string Name => LoadPlan.NameOf(_number);

    /// <summary>Where it listens, with the real port.</summary>
    public string Endpoint => LinkEndpoint.Format(_server.Endpoint);

    /// <summary>Whether it has a client.</summary>
    public bool IsServed => _server.Active is not null;

    /// <summary>Done when it could begin.</summary>
    public Task Warm => _warm.Task;

    /// <summary>Done when its run is over, and what waited for the client is sent.</summary>
    public Task Ended => _ended.Task;

    /// <summary>How late its ticks were; to be read when it has ended.</summary>
    public LatencyHistogram Lateness => _clock.WakeDelay;

    /// <summary>Starts both threads.</summary>
    public async Task StartAsync()
    {
        await _accept.StartAsync(CancellationToken.None);
        await _blocks.StartAsync(CancellationToken.None);
    }

    /// <summary>Any thread: the run ends after the blocks that are due by now.</summary>
    public void EndSoon() => _loop.EndSoon();

    /// <summary>Ends the run where it is.</summary>
    public Task CutAsync() => _blocks.StopAsync(CancellationToken.None);

    /// <summary>Lets the client go.</summary>
    public Task CloseAsync() => _accept.StopAsync(CancellationToken.None);

    /// <summary>How the run went; it is over.</summary>
    /// <param name="seconds">Length of the run, for the share of a core.</param>
    public RigLoad Report(double seconds)
    {
        long due = Volatile.Read(ref _ran) ? Math.Min(_loop.Length, _clock.CurrentTick()) : 0;
        long never = Math.Max(0, due - _clock.Ticks);
        LinkCounters link = _server.Counters;
        return new RigLoad
        {
            Name = Name,
            Endpoint = Endpoint,
            Seed = _plan.SeedOf(_number),
            Due = due,
            Never = never,
            Sent = link.Sent,
            Dropped = link.Dropped,
            Unserved = due - never - link.Sent - link.Dropped,
            Waiting = _server.Active?.Waiting ?? 0,
            Late = _clock.Late + never,
            Missed = _clock.Missed + never,
            LatenessUs = LatenessUs.From(_clock.WakeDelay),
            CpuShare = seconds > 0 ? Volatile.Read(ref _cpuNs) / (seconds * UtcClock.NanosecondsPerSecond) : 0,
        };
    }

    /// <inheritdoc/>
    public void Started(long firstDueUtcNs) => Volatile.Write(ref _ran, true);

    /// <inheritdoc/>
    public void Dispose()
    {
        _accept.Dispose();
        _blocks.Dispose();
        _server.Dispose();
    }

    private void Run(CancellationToken cut)
    {
        try
        {
            _loop.WarmUp();
            _warm.SetResult();
            while (!_start.IsReleased())
            {
                cut.ThrowIfCancellationRequested();
                _server.Active?.Send();
            }

            if (!_start.WaitForPhase(_plan.PhaseNs(_number), cut))
                return;
            long begun = ThreadTime.NowNs();
            _loop.Run(cut);
            Volatile.Write(ref _cpuNs, ThreadTime.NowNs() - begun);
            Flush(cut);
        }
        finally
        {
            _warm.TrySetResult();
            _ended.SetResult();
        }
    }

    // What the client's socket did not take at once is part of the run.
    private void Flush(CancellationToken cut)
    {
        long begun = _time.GetTimestamp();
        var pause = new KernelSleep(0);
        while (_server.Active is { Waiting: > 0 } session && !cut.IsCancellationRequested
            && _time.GetElapsedTime(begun) < FlushLimit)
        {
            session.Send();
            pause.Sleep(FlushPauseNs);
        }
    }
}
