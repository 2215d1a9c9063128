using System.Collections.Concurrent;

namespace Launcher.Children;

/// <summary>What a child process says it listens on; whoever needs an endpoint waits for it here.</summary>
internal sealed class ListeningBoard
{
    private readonly ConcurrentDictionary<string, TaskCompletionSource<string>> _endpoints = new(StringComparer.Ordinal);

    public void Post(string what, string endpoint) => Slot(what).TrySetResult(endpoint);

    public Task<string> EndpointAsync(string what) => Slot(what).Task;

    private TaskCompletionSource<string> Slot(string what) =>
        _endpoints.GetOrAdd(what, _ => new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously));
}
