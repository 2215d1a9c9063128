using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Transports;
using SignalMonitor.Viewers;

namespace SignalMonitor.Configuration;

/// <summary>Checks what viewers of others get, and where.</summary>
public sealed class ViewerCheck : IOptionsCheck<MonitorOptions>
{
    private const string Bindable =
        "tcp on 127.0.0.1, localhost or [::1], or ipc://PATH; port 0 = any free one; empty = nowhere";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options)
    {
        ViewerOptions viewers = options.Viewers;
        if (viewers.PlotJuggler.Endpoint.Length > 0
            && TransportFactory.BindFault(
                options.Transport, viewers.PlotJuggler.Endpoint, mayBeReached: false) is { } fault)
            yield return new OptionFault("Viewers:PlotJuggler:Endpoint", fault, Bindable);
        if (viewers.Patterns.Length == 0)
            yield return new OptionFault(
                "Viewers:Channels", $"'{viewers.Channels}' names no channel", "names by comma, with * and ?; * = all");
    }
}
