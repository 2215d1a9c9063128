using Testing;
using Testing.Chaos;
using Testing.Processes;

namespace Integration.Network;

/// <summary>
/// A connector and a monitor as processes, with a bad network between them for both of their connections.
/// </summary>
internal sealed class ProxiedSystem : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public ProxiedSystem(int seed)
    {
        Connector = Hosts.StartSelfFed(_folder.File("connector"), "--Journal:RingMiB", "8");
        Publish = new ChaosProxy(Connector.Port("publish"), seed);
        Control = new ChaosProxy(Connector.Port("control"), ~seed);
        Monitor = Hosts.StartMonitor(_folder.File("monitor"), Publish.Endpoint, Control.Endpoint);
        View = new MonitorView(Monitor);
        View.WaitForStatus("ok");
        View.WaitForMore(Hosts.Rate);
    }

    public HostProcess Connector { get; }

    public HostProcess Monitor { get; }

    public MonitorView View { get; }

    /// <summary>Before the PUB socket.</summary>
    public ChaosProxy Publish { get; }

    /// <summary>Before the ROUTER socket.</summary>
    public ChaosProxy Control { get; }

    public string Journal => Path.Combine(_folder.File("connector"), "journal");

    public Guid Publisher => Connector.Json("/health").GetProperty("publisher").GetGuid();

    public void EachProxy(Action<ChaosProxy> action)
    {
        action(Publish);
        action(Control);
    }

    public void EachLine(Action<ChaosLine> action) => EachProxy(proxy =>
    {
        action(proxy.Up);
        action(proxy.Down);
    });

    public void Dispose()
    {
        Monitor.Dispose();
        Connector.Dispose();
        Publish.Dispose();
        Control.Dispose();
        _folder.Dispose();
    }
}
