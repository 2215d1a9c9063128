using FuncLibs.Hosting.Logging;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Hosting.Threads;

/// <summary>
/// A dedicated, named thread around one bare loop. The loop returns when its token is cancelled and handles no errors:
/// an exception ends the process (<see cref="FatalErrorHandler"/>). Stopping cancels the token and waits for the
/// thread.
/// </summary>
public sealed class LoopThread : IHostedService, IDisposable
{
    /// <summary>Default time limit for a loop to return after its token was cancelled.</summary>
    public static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(5);

    private readonly Action<CancellationToken> _loop;
    private readonly FatalErrorHandler _errors;
    private readonly ILogger<LoopThread> _logger;
    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TimeSpan _stopLimit;
    private bool _started;

    /// <summary>Prepares the thread.</summary>
    /// <param name="name">Name of the thread, also in logs and summaries.</param>
    /// <param name="loop">The loop; runs once.</param>
    /// <param name="allocation">Its allocation counter: the loop samples it, others read it.</param>
    /// <param name="errors">Called when the loop throws.</param>
    /// <param name="logger">Used when it does not stop.</param>
    /// <param name="stopLimit">Time limit to stop; null = <see cref="StopLimit"/>.</param>
    public LoopThread(
        string name,
        Action<CancellationToken> loop,
        ThreadAllocation allocation,
        FatalErrorHandler errors,
        ILogger<LoopThread> logger,
        TimeSpan? stopLimit = null)
    {
        _stopLimit = stopLimit ?? StopLimit;
        Name = name;
        Allocation = allocation;
        _loop = loop;
        _errors = errors;
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
            _errors.Fail($"thread {Name}", cause: null);
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
            // A cancelled wait inside the loop: a clean stop.
        }
        catch (Exception e) when (Report(e))
        {
            // Reported by the filter, before the stack was unwound. This is the outermost frame.
        }
        finally
        {
            _ended.SetResult();
        }
    }

    private bool Report(Exception e)
    {
        _errors.Fail($"thread {Name}", e);
        return true;
    }
}

/// <summary>
/// Lets start-up wait until a thread has bound its socket, which only that thread may do. A failure ends the start with
/// its reason instead of a stack trace.
/// </summary>
public sealed class ReadySignal
{
    private readonly TaskCompletionSource<string> _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The real endpoint, or the exception of the bind.</summary>
    public Task<string> Endpoint => _ready.Task;

    /// <summary>
    /// Binds on the owner thread. Returns null after a failure: the loop ends, and <see cref="Endpoint"/> carries the
    /// exception.
    /// </summary>
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
            // The caller that awaits the endpoint gets the exception.
            return null;
        }
    }
}
