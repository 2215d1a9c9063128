namespace FuncLibs.Hosting.Threads;

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
