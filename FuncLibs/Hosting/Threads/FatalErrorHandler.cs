using FuncLibs.Hosting.Logging;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Hosting.Threads;

/// <summary>
/// How the process will end. Whoever meets an exception that it cannot handle calls <see cref="Fail"/>: the application stops and the exit
/// code is 1. Safe from any thread.
/// </summary>
public sealed class FatalErrorHandler
{
    private readonly IHostApplicationLifetime _lifetime;
    private readonly ILogger<FatalErrorHandler> _logger;
    private int _exitCode = ExitCodes.Ok;

    /// <summary>Made by the host.</summary>
    public FatalErrorHandler(IHostApplicationLifetime lifetime, ILogger<FatalErrorHandler> logger)
    {
        _lifetime = lifetime;
        _logger = logger;
    }

    /// <summary>The exit code so far.</summary>
    public int ExitCode => Volatile.Read(ref _exitCode);

    /// <summary>Logs why, stops the application, makes the exit code 1.</summary>
    /// <param name="what">Which part died, such as `thread publish`.</param>
    /// <param name="cause">The exception it died of, if any.</param>
    public void Fail(string what, Exception? cause)
    {
        HostLog.Died(_logger, cause, what);
        Volatile.Write(ref _exitCode, ExitCodes.Died);
        _lifetime.StopApplication();
    }
}
