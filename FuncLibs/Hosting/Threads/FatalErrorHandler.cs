using FuncLibs.Hosting.Logging;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Hosting.Threads;

/// <summary>
/// Ends the process after an exception that cannot be handled: <see cref="Fail"/> stops the application, and the exit
/// code is 1. Any thread.
/// </summary>
public sealed class FatalErrorHandler
{
    private readonly IHostApplicationLifetime _lifetime;
    private readonly ILogger<FatalErrorHandler> _logger;
    private int _exitCode = ExitCodes.Ok;

    /// <summary>Called by the host.</summary>
    public FatalErrorHandler(IHostApplicationLifetime lifetime, ILogger<FatalErrorHandler> logger)
    {
        _lifetime = lifetime;
        _logger = logger;
    }

    /// <summary>The exit code so far.</summary>
    public int ExitCode => Volatile.Read(ref _exitCode);

    /// <summary>Logs the cause, stops the application, sets exit code 1.</summary>
    /// <param name="what">The part that failed, such as `thread publish`.</param>
    /// <param name="cause">The exception, if any.</param>
    public void Fail(string what, Exception? cause)
    {
        HostLog.FatalError(_logger, cause, what);
        Volatile.Write(ref _exitCode, ExitCodes.FatalError);
        _lifetime.StopApplication();
    }
}
