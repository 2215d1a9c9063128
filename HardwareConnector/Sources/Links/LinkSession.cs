using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Sources.Watching;

namespace HardwareConnector.Sources.Links;

/// <summary>
/// One connection to a rig, from its hello to its end. Source thread; does not allocate per block after warm-up.
/// </summary>
internal sealed class LinkSession
{
    private const byte LinkContent = 1;
    private const int WaitMicroseconds = 100_000;

    private readonly LinkClient _client;
    private readonly SourceFeed _feed;
    private readonly SerializerSet _serializers;
    private readonly SourceCounters _counters;
    private readonly HelloWatch _hellos;
    private readonly RigEventIntake _events;
    private string? _rigReason;

    public LinkSession(
        LinkClient client,
        SourceFeed feed,
        SerializerSet serializers,
        SourceCounters counters,
        HelloWatch hellos,
        RigEventIntake events)
    {
        _events = events;
        _client = client;
        _feed = feed;
        _serializers = serializers;
        _counters = counters;
        _hellos = hellos;
    }

    /// <summary>True after the first block: the peer is a working rig, not only something that answers.</summary>
    public bool HasReceivedBlocks { get; private set; }

    /// <summary>Serves the connection; returns why it ended, with the rig's own reason if it sent one.</summary>
    public LinkOutcome Run(CancellationToken stop)
    {
        LinkOutcome outcome = ReceiveHello(stop);
        if (outcome.IsOk)
            _feed.Report(LinkState.Online, stop);
        while (!stop.IsCancellationRequested && !outcome.IsFatal)
        {
            outcome = _client.Read(out LinkFrame frame, WaitMicroseconds);
            if (outcome.IsOk)
                outcome = Handle(frame, stop);
        }

        bool rigLeft = outcome.Status is LinkStatus.Closed or LinkStatus.Failed;
        return rigLeft && _rigReason is not null ? outcome with { Detail = _rigReason } : outcome;
    }

    private LinkOutcome Handle(in LinkFrame frame, CancellationToken stop) => frame.Type switch
    {
        LinkFrameType.Block => ReceiveBlock(frame.Body),
        LinkFrameType.Hello => ReceiveHello(stop),
        LinkFrameType.State => ReceiveState(frame.Body, stop),
        LinkFrameType.Event => ReceiveEvent(frame.Body),
        _ => LinkOutcome.Ok,
    };

    private LinkOutcome ReceiveHello(CancellationToken stop)
    {
        if (_feed.Description is { } known && known.Streams.SequenceEqual(_client.Streams))
            return LinkOutcome.Ok;
        if (!_hellos.MayChange())
            return new LinkOutcome(LinkStatus.BadHello, "sends a new description too often");
        if (_feed.Admit(_client.Streams) is { } fault)
            return new LinkOutcome(LinkStatus.BadHello, fault);
        _feed.Describe(new RigDescription(_client.Streams, _feed.BlocksInUse, _feed.PrefillBytes), stop);
        return LinkOutcome.Ok;
    }

    private LinkOutcome ReceiveBlock(ReadOnlySpan<byte> body)
    {
        LinkOutcome outcome = LinkBlockHeader.Read(body, out LinkBlockHeader header, out ReadOnlySpan<byte> document);
        if (!outcome.IsOk)
            return outcome;
        int stream = _feed.Description!.IndexOf(header.Stream);
        if (stream < 0)
            return new LinkOutcome(LinkStatus.NotDescribed, $"the hello has no stream {header.Stream}");
        if (_feed.TryRent(stream) is not { } block)
        {
            _feed.Lose(stream, "all blocks in use");
            return LinkOutcome.Ok;
        }

        outcome = Fill(block, stream, header, document, out bool trimmed);
        if (!outcome.IsOk)
        {
            _feed.Return(stream, block);
            return outcome;
        }

        _feed.Receive(stream, block, new RigHeader(header.DueUtcNs, header.ErrorCode, header.BufferPerMille), trimmed);
        _counters.CountBlock();
        HasReceivedBlocks = true;
        return outcome;
    }

    private LinkOutcome Fill(
        CDataBlock block, int stream, in LinkBlockHeader header, ReadOnlySpan<byte> document, out bool trimmed)
    {
        trimmed = false;
        DecodeOutcome decoded = _serializers.Deserialize(LinkContent, document, block);
        if (!decoded.IsOk)
            return new LinkOutcome(LinkStatus.BadBody, decoded.ToString());
        CatalogueOutcome described = _feed.Description!.Streams[stream].CheckFit(block);
        if (!described.IsOk)
            return new LinkOutcome(LinkStatus.NotDescribed, described.ToString());
        FilterOutcome filtered = CountFilter.FilterCDataBlockByCount(block, header.Resolve(block));
        trimmed = filtered.Status == FilterStatus.Trimmed;
        return filtered.IsOk ? LinkOutcome.Ok : new LinkOutcome(LinkStatus.BadBody, filtered.ToString());
    }

    private LinkOutcome ReceiveState(ReadOnlySpan<byte> body, CancellationToken stop)
    {
        LinkOutcome outcome = LinkStateFrame.Read(body, out LinkStateFrame state);
        if (!outcome.IsOk)
            return outcome;
        _rigReason = state.Condition != LinkCondition.Online && state.Reason.Length > 0 ? state.Reason : null;
        _feed.Report(
            state.Condition switch
            {
                LinkCondition.Online => LinkState.Online,
                LinkCondition.Restart => LinkState.Restart,
                _ => LinkState.Offline,
            },
            stop,
            state.Reason.Length > 0 ? state.Reason : null);
        return LinkOutcome.Ok;
    }

    private LinkOutcome ReceiveEvent(ReadOnlySpan<byte> body)
    {
        _events.Accept(body);
        return LinkOutcome.Ok;
    }
}
