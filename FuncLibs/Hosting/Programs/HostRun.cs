using System.Reflection;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Logging;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Transport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Serilog.Core;

namespace FuncLibs.Hosting.Programs;

/// <summary>
/// One run of a host: lock the state, open the logs, build, start, wait, stop, and return the exit code.
/// </summary>
internal sealed class HostRun<TOptions>
    where TOptions : class, IHostOptions, new()
{
    private readonly HostDefinition<TOptions> _definition;
    private readonly EffectiveConfiguration<TOptions> _configuration;
    private readonly ProcessStreams _streams;

    public HostRun(
        HostDefinition<TOptions> definition, EffectiveConfiguration<TOptions> configuration, ProcessStreams streams)
    {
        _definition = definition;
        _configuration = configuration;
        _streams = streams;
    }

    public async Task<int> RunAsync(Func<HostParts<TOptions>, IHost> build)
    {
        // The lock precedes the log files: a second process must not write into the folder of the first.
        using StateFolder? state =
            _definition.StateFolder(_configuration.Options) is { } path ? StateFolder.Open(path) : null;
        await using Logger logger = LogSetup.Create(_definition.Name, state?.Path, _configuration.Serilog);
        void LogUnhandled(object sender, UnhandledExceptionEventArgs e)
        {
            logger.Fatal(
                e.ExceptionObject as Exception,
                "{Program} died: unhandled exception on thread {Thread}",
                _definition.Name,
                Thread.CurrentThread.Name);
            logger.Dispose();

#pragma warning disable RS0030 // The handler must not return: the runtime would then end the process by a signal.
            Environment.Exit(ExitCodes.FatalError);
#pragma warning restore RS0030
        }

        AppDomain.CurrentDomain.UnhandledException += LogUnhandled;
        try
        {
            return await RunHostAsync(build(new HostParts<TOptions>(_configuration, _streams, state, logger)));
        }
        catch (Exception e) when (StartFailure.Describe(e) is null)
        {
            logger.Fatal(e, "{Program} died", _definition.Name);
            return ExitCodes.FatalError;
        }
        finally
        {
            AppDomain.CurrentDomain.UnhandledException -= LogUnhandled;
        }
    }

    private async Task<int> RunHostAsync(IHost host)
    {
        try
        {
            await StartAsync(host);
            await host.WaitForShutdownAsync();
            FatalErrorHandler errors = host.Services.GetRequiredService<FatalErrorHandler>();
            bool faulted = host.Services.GetServices<IHostedService>().OfType<BackgroundService>()
                .Any(service => service.ExecuteTask is { IsFaulted: true });
            return faulted ? ExitCodes.FatalError : errors.ExitCode;
        }
        finally
        {
            await DisposeAsync(host);
        }
    }

    private async Task StartAsync(IHost host)
    {
        // Created before anything starts: if one cannot be created (a damaged state file), there is nothing to stop
        // yet.
        _ = host.Services.GetServices<IHostedService>();
        try
        {
            await host.StartAsync();
        }
        catch
        {
            // Started services must stop: their threads own sockets and files.
            await host.StopAsync();
            throw;
        }

        ILogger logger = host.Services.GetRequiredService<ILoggerFactory>().CreateLogger(_definition.Name);
        string version = Assembly.GetEntryAssembly()?.GetName().Version?.ToString(3) ?? "0";
        if (host.Services.GetService<ITransport>() is { } transport)
            HostLog.StartedWith(logger, _definition.Name, version, Environment.ProcessId, transport.Library);
        else
            HostLog.Started(logger, _definition.Name, version, Environment.ProcessId);
    }

    private static ValueTask DisposeAsync(IHost host)
    {
        if (host is IAsyncDisposable disposable)
            return disposable.DisposeAsync();
        host.Dispose();
        return ValueTask.CompletedTask;
    }
}
