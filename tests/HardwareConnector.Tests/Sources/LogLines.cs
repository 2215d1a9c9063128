using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Tests.Sources;

/// <summary>A logger that keeps what was said.</summary>
internal sealed class LogLines<T> : ILogger<T>
{
    public ConcurrentQueue<(int Id, string Text)> All { get; } = [];

    public int Count(int id) => All.Count(line => line.Id == id);

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter) =>
        All.Enqueue((eventId.Id, formatter(state, exception)));
}
