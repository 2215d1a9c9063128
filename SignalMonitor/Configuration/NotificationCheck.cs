using FuncLibs.Hosting.Configuration;
using SignalMonitor.Notifications.Targets;
using SignalMonitor.OtherMonitors;

namespace SignalMonitor.Configuration;

/// <summary>Checks where notifications go, and that their secrets can be read.</summary>
public sealed class NotificationCheck : IOptionsCheck<MonitorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options) =>
        [.. TargetRules.Check(options.Notifications), .. WatchRules.Check(options.Watch)];
}
