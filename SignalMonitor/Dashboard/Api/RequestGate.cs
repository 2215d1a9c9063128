namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Lets requests whose work allocates or takes time in one at a time. The others wait without holding a thread; one
/// that finds too many of them, or has waited too long, is refused with 503.
/// </summary>
/// <param name="work">What the requests are for, as the beginning of the refusal.</param>
/// <param name="patience">How long a request may wait; null = <see cref="Patience"/>.</param>
internal sealed class RequestGate(string work, TimeSpan? patience = null) : IDisposable
{
    /// <summary>Requests that may wait: all pages may send one at once when something changed.</summary>
    public const int MaxWaiting = 128;

    /// <summary>How long a request may wait by default.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly SemaphoreSlim _one = new(1);

    // The one that is in, and those that wait.
    private int _requests;

    /// <summary>Answers a request once it is its turn, or refuses it.</summary>
    /// <param name="answer">The work.</param>
    /// <param name="stop">The request is given up.</param>
    public Task<ApiAnswer> Run(Func<ApiAnswer> answer, CancellationToken stop) =>
        Run(() => Task.FromResult(answer()), stop);

    /// <summary>Answers a request once it is its turn, or refuses it.</summary>
    /// <param name="answer">The work; no other is begun before it has ended.</param>
    /// <param name="stop">The request is given up.</param>
    public async Task<ApiAnswer> Run(Func<Task<ApiAnswer>> answer, CancellationToken stop)
    {
        try
        {
            if (Interlocked.Increment(ref _requests) > 1 + MaxWaiting
                || !await _one.WaitAsync(patience ?? Patience, stop))
                return ApiAnswer.Unavailable(
                    $"{work}: too many requests at once, one is answered at a time; try again in a moment");
            try
            {
                return await answer();
            }
            finally
            {
                _one.Release();
            }
        }
        finally
        {
            Interlocked.Decrement(ref _requests);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _one.Dispose();
}
