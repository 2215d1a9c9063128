using System.Text.Json.Serialization.Metadata;
using Microsoft.Extensions.Hosting;

namespace FuncLibs.Hosting.Run;

/// <summary>Writes the summary file once every thread of the host has stopped, so that its numbers are final.</summary>
/// <typeparam name="T">Shape of the summary.</typeparam>
public sealed class SummaryWriter<T> : IHostedLifecycleService
{
    private readonly RunOptions _options;
    private readonly Func<T> _summary;
    private readonly JsonTypeInfo<T> _type;

    /// <summary>Prepares it.</summary>
    public SummaryWriter(RunOptions options, Func<T> summary, JsonTypeInfo<T> type)
    {
        _options = options;
        _summary = summary;
        _type = type;
    }

    /// <inheritdoc/>
    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StoppedAsync(CancellationToken cancellationToken)
    {
        if (_options.SummaryFile.Length > 0)
            SummaryFile.Write(_options.SummaryFile, _summary(), _type);
        return Task.CompletedTask;
    }
}
