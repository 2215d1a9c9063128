using System.Net;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Sources;

namespace HardwareConnector.LinkChecks;

/// <summary>
/// Connects to a rig as a connector does, listens for some time, and reports the faults of its link. What would make a
/// connector close the link is noted, and the check continues while frames can still be told apart.
/// </summary>
internal sealed class LinkChecker
{
    private const int WaitMicroseconds = 100_000;

    // One a second is requested; a busy rig may be late by more than one.
    private static readonly TimeSpan HeartbeatLimit = TimeSpan.FromSeconds(2.5);

    private readonly LinkFaultLog _faults = new();
    private readonly Dictionary<uint, StreamCheck> _streams = [];
    private readonly List<string> _notes = [];
    private readonly SerializerSet _serializers = BuiltInSerializers.CreateRegistry().CreateSet();
    private readonly TimeProvider _time;
    private readonly long _start;
    private readonly long _startUtcNs;
    private string? _rigReason;
    private int _events;

    private LinkChecker(TimeProvider time)
    {
        _time = time;
        _start = time.GetTimestamp();
        _startUtcNs = time.NowNs();
    }

    private TimeSpan Elapsed => _time.GetElapsedTime(_start);

    private long NowNs => _startUtcNs + (Elapsed.Ticks * UtcClock.NanosecondsPerTick);

    /// <summary>Checks a rig.</summary>
    /// <param name="endpoint">Where it listens.</param>
    /// <param name="security">TLS; null = without.</param>
    /// <param name="length">How long to listen after the hello.</param>
    /// <param name="time">Clock.</param>
    /// <param name="stop">Ends the check early; what was found by then is reported.</param>
    /// <param name="report">What was found; null when no program listens.</param>
    /// <returns>Why no program listens; Ok with a report.</returns>
    public static LinkOutcome Run(
        IPEndPoint endpoint,
        LinkSecurity? security,
        TimeSpan length,
        TimeProvider time,
        CancellationToken stop,
        out LinkCheckReport? report)
    {
        report = null;
        LinkOutcome outcome =
            LinkClient.Open(endpoint, security, "link check", time, out LinkClient? client, stop);
        if (outcome.Status == LinkStatus.Failed)
            return outcome;
        var checker = new LinkChecker(time);
        using (client)
        {
            if (client is null)
                checker.RefuseHello(outcome);
            else
                checker.Listen(client, length, stop);
            client?.SendCloseReason("the check is over");
        }

        if (client?.Tls is { } tls)
            checker._notes.Add(FormattableString.Invariant(
                $"{tls.Protocol}; the rig's certificate {tls.Peer} ends on {tls.PeerExpires:yyyy-MM-dd}"));
        report = checker.Report(LinkAddress.Format(endpoint, security is not null), client?.HeartbeatCount ?? 0);
        return LinkOutcome.Ok;
    }

    private void Listen(LinkClient client, TimeSpan length, CancellationToken stop)
    {
        DescribeStreams(client);
        LinkOutcome outcome = LinkOutcome.Ok;
        int heartbeats = 0;
        TimeSpan lastHeartbeat = Elapsed;
        TimeSpan longest = TimeSpan.Zero;
        while (!outcome.IsFatal && !stop.IsCancellationRequested && Elapsed < length)
        {
            outcome = client.Read(out LinkFrame frame, WaitMicroseconds);
            if (outcome.IsOk)
                Receive(client, frame);
            longest = TimeSpan.FromTicks(Math.Max(longest.Ticks, (Elapsed - lastHeartbeat).Ticks));
            if (client.HeartbeatCount != heartbeats)
                (heartbeats, lastHeartbeat) = (client.HeartbeatCount, Elapsed);
        }

        if (outcome.IsFatal)
            End(outcome);
        else if (longest > HeartbeatLimit)
            _faults.Add(LinkFaultKind.NoHeartbeat, "connection", $"none for {longest.TotalSeconds:0.0} s");
    }

    private void End(LinkOutcome outcome)
    {
        (LinkFaultKind kind, string where) = outcome.Status switch
        {
            LinkStatus.BadHello when IsAboutVersion(outcome) => (LinkFaultKind.WrongVersion, "hello"),
            LinkStatus.BadHello => (LinkFaultKind.BadHello, "hello"),
            LinkStatus.BadLength or LinkStatus.BadType => (LinkFaultKind.BadFrame, "connection"),
            _ => (LinkFaultKind.ConnectionEnded, "connection"),
        };
        string reason = _rigReason is null ? "" : $"; the rig reports: {_rigReason}";
        _faults.Add(kind, where, $"after {Elapsed.TotalSeconds:0.0} s: {outcome}{reason}");
    }

    private void RefuseHello(LinkOutcome outcome)
    {
        LinkFaultKind kind = outcome switch
        {
            { Status: LinkStatus.BadLength or LinkStatus.BadType } => LinkFaultKind.BadFrame,
            { Status: LinkStatus.NotSecure } => LinkFaultKind.NotSecure,
            _ when IsAboutVersion(outcome) => LinkFaultKind.WrongVersion,
            { Status: LinkStatus.BadHello, Detail: { } detail } when !detail.StartsWith("the rig sent",
                StringComparison.Ordinal) => LinkFaultKind.BadHello,
            _ => LinkFaultKind.NoHello,
        };
        _faults.Add(kind, "hello", outcome.ToString());
    }

    private static bool IsAboutVersion(LinkOutcome outcome) =>
        outcome.Detail?.StartsWith("protocol:", StringComparison.Ordinal) == true;

    private void DescribeStreams(LinkClient client)
    {
        using var feed = new SourceFeed(capacity: 2);
        if (feed.Admit(client.Streams) is { } fault)
            _faults.Add(LinkFaultKind.BadHello, "hello", fault);
        foreach (StreamDescription stream in client.Streams)
        {
            if (!_streams.TryGetValue(stream.Id, out StreamCheck? known) || !known.Stream.Equals(stream))
                _streams[stream.Id] = new StreamCheck(stream, _faults);
        }
    }

    private void Receive(LinkClient client, in LinkFrame frame)
    {
        switch (frame.Type)
        {
            case LinkFrameType.Hello:
                _notes.Add($"the rig sent a new description after {Elapsed.TotalSeconds:0.0} s");
                DescribeStreams(client);
                break;
            case LinkFrameType.Block:
                ReceiveBlock(frame.Body);
                break;
            case LinkFrameType.State:
                ReceiveState(frame.Body);
                break;
            case LinkFrameType.Event:
                ReceiveEvent(frame.Body);
                break;
            default:
                break;
        }
    }

    private void ReceiveBlock(ReadOnlySpan<byte> body)
    {
        LinkOutcome outcome = LinkBlockHeader.Read(body, out LinkBlockHeader header, out ReadOnlySpan<byte> document);
        if (!outcome.IsOk)
            _faults.Add(LinkFaultKind.BadFrame, "block", outcome.ToString());
        else if (_streams.TryGetValue(header.Stream, out StreamCheck? stream))
            stream.Check(header, document, _serializers, NowNs);
        else
            _faults.Add(LinkFaultKind.NotDescribed, "block", $"the hello has no stream {header.Stream}");
    }

    private void ReceiveState(ReadOnlySpan<byte> body)
    {
        LinkOutcome outcome = LinkStateFrame.Read(body, out LinkStateFrame state);
        if (!outcome.IsOk)
        {
            _faults.Add(LinkFaultKind.BadMessage, "state", outcome.ToString());
            return;
        }

        _rigReason = state.Condition != LinkCondition.Online && state.Reason.Length > 0 ? state.Reason : null;
        string condition = state.Condition.ToString().ToLowerInvariant();
        _notes.Add($"the rig reports after {Elapsed.TotalSeconds:0.0} s: {condition}, {state.Reason}");
    }

    private void ReceiveEvent(ReadOnlySpan<byte> body)
    {
        _events++;
        if (LinkEvent.Read(body, out string fault) is not { } happened)
            _faults.Add(LinkFaultKind.BadMessage, "event", fault);
        else if (!_streams.ContainsKey(happened.Stream))
            _faults.Add(LinkFaultKind.BadMessage, "event", $"the hello has no stream {happened.Stream}");
    }

    private LinkCheckReport Report(string endpoint, int heartbeats)
    {
        StreamReport[] streams = [.. _streams.Values.Select(stream => stream.Finish(_notes))];
        return new LinkCheckReport(
            endpoint, Elapsed.TotalSeconds, streams, heartbeats, _events,
            [.. _faults.All.Select(fault => new FaultReport(fault.Kind, fault.Where, fault.What, fault.Times, fault.Why,
                fault.Do))], _notes);
    }
}
