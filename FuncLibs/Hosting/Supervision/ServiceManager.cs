using System.Globalization;
using Microsoft.Extensions.Hosting.Systemd;

namespace FuncLibs.Hosting.Supervision;

/// <summary>
/// What systemd tells a service in its environment, and the socket for what the service tells systemd (sd_notify(3)).
/// </summary>
/// <param name="Notifier">The socket; it does nothing where there is none.</param>
/// <param name="WatchdogTimeout">Time without a sign of life after which the process is killed; null = no
/// watchdog.</param>
internal sealed record ServiceManager(ISystemdNotifier Notifier, TimeSpan? WatchdogTimeout)
{
    private const string TimeoutVariable = "WATCHDOG_USEC";
    private const string ProcessVariable = "WATCHDOG_PID";
    private const long LongestUs = 24L * 3600 * 1_000_000;

    /// <summary>Reads the environment of the process.</summary>
    public static ServiceManager FromProcess() => new(
        new SystemdNotifier(),
        FindTimeout(
            Environment.GetEnvironmentVariable(TimeoutVariable),
            Environment.GetEnvironmentVariable(ProcessVariable),
            Environment.ProcessId));

    /// <summary>
    /// The watchdog's time as sd_watchdog_enabled(3) has it: null when it is not set, not a number, not of this
    /// process, or longer than a day.
    /// </summary>
    public static TimeSpan? FindTimeout(string? microseconds, string? process, int ownProcess)
    {
        bool isOurs = process is null
            || (int.TryParse(process, NumberStyles.None, CultureInfo.InvariantCulture, out int id) && id == ownProcess);
        return isOurs
            && long.TryParse(microseconds, NumberStyles.None, CultureInfo.InvariantCulture, out long us)
            && us is > 0 and <= LongestUs
            ? TimeSpan.FromMicroseconds(us)
            : null;
    }
}
