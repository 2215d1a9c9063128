using System.Globalization;
using FuncLibs.Hosting.Security;
using FuncLibs.Journal;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Web.Serving;
using HardwareConnector.Bridge;
using HardwareConnector.Consumers;
using HardwareConnector.Formats;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Links;

namespace HardwareConnector.Health;

/// <summary>Why the connector is not well now. Any thread.</summary>
internal sealed class ConnectorHealthReport(
    PublishLoop publish,
    RigSources sources,
    Recorder recorder,
    TransportKeys keys,
    LinkWarnings links,
    WebStatus web,
    ConsumerWatch watch,
    FormatSwitch formats,
    BridgeLoop? bridge = null)
{
    /// <summary>Every reason now. What an option allows on purpose is a warning and no reason.</summary>
    public IReadOnlyList<ConnectorHealthReason> Findings =>
    [
        .. OfRigs(),
        .. OfDisk(),
        .. SecurityHealth.FindFaults(keys).Select(text => new ConnectorHealthReason(ConnectorHealthCause.Keys, text)),
        .. links.Faults.Select(text => new ConnectorHealthReason(ConnectorHealthCause.Link, text)),
        .. web.Faults.Select(text => new ConnectorHealthReason(ConnectorHealthCause.Web, text)),
        .. watch.Status.Where(one => one.Gone).Select(one => new ConnectorHealthReason(
            ConnectorHealthCause.Consumer,
            string.Create(
                CultureInfo.InvariantCulture,
                $"consumer {one.Name} is not connected: nothing was heard of it for {one.SilentMs / 1000} s"))),
        .. OfFormat(),
        .. OfBridge(),
    ];

    /// <summary>`stale` while a rig is offline, as nothing of it is published then; else `ok` or `degraded`.</summary>
    /// <param name="findings">Of the same moment.</param>
    public string StatusOf(IReadOnlyList<ConnectorHealthReason> findings) => publish.Link.State != LinkState.Online ? "stale"
        : findings.Count == 0 ? "ok" : "degraded";

    private IEnumerable<ConnectorHealthReason> OfRigs()
    {
        for (int i = 0; i < sources.All.Count; i++)
        {
            LinkReport link = publish.Link.All[i];
            if (link.State != LinkState.Online)
                yield return new(
                    ConnectorHealthCause.Rig,
                    $"rig {sources.All[i].Name} is not connected: {link.Reason ?? "not yet"}");
        }
    }

    private IEnumerable<ConnectorHealthReason> OfFormat()
    {
        if (publish.Format.Failure is { } failure)
            yield return new(ConnectorHealthCause.Format, failure.Text);
        if (formats.Status.Fault is { } fault)
            yield return new(
                ConnectorHealthCause.Format,
                $"what is asked of the payload format is not done: {fault}; {publish.Format.Name} stays in use");
    }

    private IEnumerable<ConnectorHealthReason> OfBridge()
    {
        if (bridge?.Status.Moment.Fault is { } fault)
            yield return new(ConnectorHealthCause.Bridge, $"the bridge is behind: {fault.Text}");
    }

    private IEnumerable<ConnectorHealthReason> OfDisk()
    {
        JournalStatus status = recorder.Journal.Status;
        if (!status.IsRecording)
            yield return new(ConnectorHealthCause.Journal, $"blocks are published, but not recorded: {status.Reason}");
        if (!recorder.StateOutcome.IsOk)
            yield return new(ConnectorHealthCause.State, $"assigned numbers are not saved: {recorder.StateOutcome}");
    }
}
