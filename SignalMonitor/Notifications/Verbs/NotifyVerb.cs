using FuncLibs.Hosting;
using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.Notifications.Targets;

namespace SignalMonitor.Notifications.Verbs;

/// <summary>The verb `notify test`: sends one message to each target, and says of each whether it took it.</summary>
internal static class NotifyVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "notify";

    /// <summary>The word after the verb is this option.</summary>
    public const string Argument = nameof(NotifyVerbOptions.Do);

    /// <summary>Runs it.</summary>
    /// <param name="verb">Options of the verb.</param>
    /// <param name="options">The targets.</param>
    /// <param name="monitor">Name of the monitor.</param>
    /// <param name="output">A line of each target.</param>
    /// <param name="errors">Why nothing could be tried.</param>
    /// <param name="time">Clock.</param>
    /// <returns>Exit code 0 when each took it, 1 when one did not, 2 when there is none to try.</returns>
    public static async Task<int> RunAsync(
        NotifyVerbOptions verb,
        NotificationOptions options,
        string monitor,
        TextWriter output,
        TextWriter errors,
        TimeProvider time)
    {
        NotificationRoute[] routes =
            [.. TargetFactory.Create(options).Where(route => verb.To is null || route.Target.Name == verb.To)];
        if (routes.Length == 0)
        {
            string known = string.Join(", ", TargetFactory.Create(options).Select(route => route.Target.Name));
            await errors.WriteLineAsync(known.Length > 0
                ? $"{Name}: there is no target {verb.To}; known: {known}"
                : $"{Name}: no target is configured; give one as --Notifications:Email:0:Name and so on");
            return ExitCodes.CannotStart;
        }

        bool all = true;
        foreach (NotificationRoute route in routes)
        {
            using TargetSender sender = new(route, options, time, NullLogger.Instance, TargetSettings.Configured);
            string? fault = await sender.Try(
                Notifier.Trial(monitor, Environment.UserName, time), CancellationToken.None);
            all &= fault is null;
            await output.WriteLineAsync($"{sender.Name} ({route.Target.Description}): "
                + (fault is null ? "sent" : $"FAILED: {fault}"));
        }

        return all ? ExitCodes.Ok : ExitCodes.FatalError;
    }
}
