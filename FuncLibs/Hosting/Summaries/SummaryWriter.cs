using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using FuncLibs.Runtime.Files;
using Microsoft.Extensions.Hosting;

namespace FuncLibs.Hosting.Summaries;

/// <summary>Writes the summary file after every thread of the host has stopped, so its numbers are final.</summary>
/// <typeparam name="T">Shape of the summary.</typeparam>
public sealed class SummaryWriter<T> : IHostedLifecycleService
{
    private readonly RunOptions _options;
    private readonly Func<T> _summary;
    private readonly JsonTypeInfo<T> _type;

    /// <summary>Creates the writer.</summary>
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

/// <summary>Writes and reads summary files.</summary>
public static class SummaryFile
{
    /// <summary>Writes a summary atomically.</summary>
    public static void Write<T>(string path, T summary, JsonTypeInfo<T> type) =>
        AtomicFile.Write(path, JsonSerializer.SerializeToUtf8Bytes(summary, type));

    /// <summary>Reads a summary; null for a missing file, as after a crash.</summary>
    public static T? Read<T>(string path, JsonTypeInfo<T> type)
        where T : class =>
        File.Exists(path) ? JsonSerializer.Deserialize(File.ReadAllBytes(path), type) : null;
}
