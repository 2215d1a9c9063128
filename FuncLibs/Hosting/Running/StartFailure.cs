using System.Net.Sockets;
using FuncLibs.Messaging.Transport;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.Extensions.Options;

namespace FuncLibs.Hosting.Running;

/// <summary>Tells exceptions that say "cannot start here" from defects of the program.</summary>
public static class StartFailure
{
    /// <summary>The lines for the user, or null when the exception is a defect and deserves its stack trace.</summary>
    public static IReadOnlyList<string>? Describe(Exception exception) => exception switch
    {
        StartupException => [exception.Message],
        TransportException => [OneLine.Format(exception)],
        OptionsValidationException options => [.. options.Failures],
        _ when Chain(exception).OfType<SocketException>().FirstOrDefault() is { } socket => [Explain(exception, socket)],
        IOException or UnauthorizedAccessException => [OneLine.Format(exception)],
        _ => null,
    };

    private static string Explain(Exception outer, SocketException socket) => socket.SocketErrorCode switch
    {
        SocketError.AddressAlreadyInUse =>
            $"{OneLine.Format(outer)}; end the process that uses the port, or choose another port (0 = any free one)",
        SocketError.AccessDenied => $"{OneLine.Format(outer)}; choose a port above 1023",
        _ => OneLine.Format(outer),
    };

    private static IEnumerable<Exception> Chain(Exception exception)
    {
        for (Exception? e = exception; e is not null; e = e.InnerException)
            yield return e;
    }
}
