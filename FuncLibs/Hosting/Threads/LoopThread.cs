using FuncLibs.Hosting.Logging;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Hosting.Threads;

/// <summary>
/// A named thread of its own around one bare loop. The loop returns when its token is cancelled and knows nothing of errors: what it
/// throws ends the process here (<see cref="FatalErrorHandler"/>). The token is cancelled at stop, and the thread is waited for.
/// </summary>
public sealed class LoopThread : IHostedService, IDisposable
{
    /// <summary>Time that a loop has to return after its token was cancelled, unless it is given another.</summary>
    public static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(5);

    private readonly Action<CancellationToken> _loop;
    private readonly FatalErrorHandler _fate;
    private readonly ILogger<LoopThread> _logger;
    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TimeSpan _stopLimit;
    private bool _started;

    /// <summary>Prepares the thread.</summary>
    /// <param name="name">Name of the thread, also in logs and summaries.</param>
    /// <param name="loop">The loop; runs once.</param>
    /// <param name="allocation">Its allocation counter: the loop samples it, others read it.</param>
    /// <param name="fate">Told when the loop throws.</param>
    /// <param name="logger">Told when it does not stop.</param>
    /// <param name="stopLimit">Time that it has to stop; null = <see cref="StopLimit"/>.</param>
    public LoopThread(
        string name,
        Action<CancellationToken> loop,
        ThreadAllocation allocation,
        FatalErrorHandler fate,
        ILogger<LoopThread> logger,
        TimeSpan? stopLimit = null)
    {
        _stopLimit = stopLimit ?? StopLimit;
        Name = name;
        Allocation = allocation;
        _loop = loop;
        _fate = fate;
        _logger = logger;
    }

    /// <summary>Name of the thread.</summary>
    public string Name { get; }

    /// <summary>Bytes that the thread allocated.</summary>
    public ThreadAllocation Allocation { get; }

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        _started = true;
        new Thread(Guard) { IsBackground = true, Name = Name }.Start();
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (!_started)
            return;
        await _stop.CancelAsync();
        try
        {
            await _ended.Task.WaitAsync(_stopLimit, cancellationToken);
        }
        catch (Exception e) when (e is TimeoutException or OperationCanceledException)
        {
            HostLog.DidNotStop(_logger, Name, _stopLimit);
            _fate.Fail($"thread {Name}", cause: null);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _stop.Dispose();

    private void Guard()
    {
        try
        {
            _loop(_stop.Token);
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // A wait inside the loop ended it: a clean stop.
        }
        catch (Exception e) when (Report(e))
        {
            // Reported while the stack still stood. This is the outermost frame: beyond it is only the end of the process.
        }
        finally
        {
            _ended.SetResult();
        }
    }

    private bool Report(Exception e)
    {
        _fate.Fail($"thread {Name}", e);
        return true;
    }
}

/// <summary>
/// Lets start-up wait until a thread has bound its socket, which only that thread may do, and lets a failure end the start with its
/// reason instead of the process with a stack trace.
/// </summary>
public sealed class ReadySignal
{
    private readonly TaskCompletionSource<string> _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The real endpoint, or why there is none.</summary>
    public Task<string> Endpoint => _ready.Task;

    /// <summary>Owner thread: binds. Null when that failed: the loop ends, and <see cref="Endpoint"/> carries the exception.</summary>
    public TSocket? TryBind<TSocket>(Func<TSocket> bind, Func<TSocket, string> endpointOf)
        where TSocket : class
    {
        try
        {
            TSocket socket = bind();
            _ready.SetResult(endpointOf(socket));
            return socket;
        }
        catch (Exception e) when (_ready.TrySetException(e))
        {
            // Whatever it is: the start that waits for the endpoint has it now.
            return null;
        }
    }
}
