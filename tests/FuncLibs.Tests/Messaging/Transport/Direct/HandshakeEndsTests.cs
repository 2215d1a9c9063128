using System.Diagnostics;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct.Zmtp;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

/// <summary>Peers whose handshake is wrong, stops or ends at each of its bytes: they cost themselves only.</summary>
public sealed class HandshakeEndsTests : IDisposable
{
    private const byte Flip = 0x44;
    private const int PauseMs = 20;

    // Padding, version (a newer one then), as-server, filler: any value is right there.
    private const int BytesThatMayBeAny = 8 + 2 + 32;

    private static readonly SocketLimits Limits =
        new() { LingerMs = 0, HandshakeMs = 300, StaleMs = 60_000, MaxConnections = 300 };

    private static readonly byte[] Good = new ZmtpHandshake(ZmtpSocketType.Sub).Opening;

    private readonly Rig _rig = Rig.Of<DirectUnderTest>(Limits);
    private readonly IFramePublisher _publisher;
    private readonly IFrameSubscriber _subscriber;
    private ulong _sequence = 1;

    public HandshakeEndsTests() => (_publisher, _subscriber) = _rig.Pair();

    [Fact]
    public void Publisher_EachByteWrongInTurn_OthersSeeNoGapAndAllAreEnded()
    {
        List<RawPeer> peers = [];
        for (int at = 0; at < Good.Length; at++)
        {
            byte[] bytes = [.. Good];
            bytes[at] ^= Flip;
            peers.Add(Begin(bytes));
            NoGap();
        }

        // Where any value is right the peer is in, and goes itself.
        Eventually.True(
            () => peers.Count(peer => peer.IsClosed()) == Good.Length - BytesThatMayBeAny,
            "those that are wrong are ended");
        peers.ForEach(peer => peer.Dispose());
        AllAreGone();
    }

    [Fact]
    public void Publisher_ResetAfterEachByte_OthersSeeNoGap()
    {
        for (int count = 0; count <= Good.Length; count++)
        {
            Begin(Good[..count]).Reset();
            NoGap();
        }

        AllAreGone();
    }

    [Fact]
    public void Publisher_HalfClosedAfterEachByte_IsEnded()
    {
        List<RawPeer> peers = [];
        for (int count = 0; count <= Good.Length; count++)
        {
            RawPeer peer = Begin(Good[..count]);
            peer.EndSending();
            peers.Add(peer);
        }

        NoGap();
        Eventually.True(() => peers.All(peer => peer.IsClosed()), "all are ended");
        peers.ForEach(peer => peer.Dispose());
        AllAreGone();
    }

    [Fact]
    public void Publisher_HandshakesThatStopAtEachByte_AreEndedAtTheirDeadline()
    {
        List<RawPeer> peers = [.. Enumerable.Range(0, Good.Length).Select(count => Begin(Good[..count]))];

        Eventually.True(() => peers.All(peer => peer.IsClosed()), "all are ended");
        NoGap();
        _publisher.Links.HandshakeFailed.ShouldBeGreaterThanOrEqualTo(Good.Length);
        peers.ForEach(peer => peer.Dispose());
        AllAreGone();
    }

    // Each byte is one that is waited for: only the deadline of the whole handshake ends it.
    [Fact]
    public void Publisher_HandshakeAByteAtATime_IsEndedBeforeItsEnd()
    {
        using RawPeer peer = Begin([]);
        int sent = 0;
        long sentAt = 0;
        Eventually.True(
            () =>
            {
                if (peer.IsClosed())
                    return true;
                if (Stopwatch.GetElapsedTime(sentAt).TotalMilliseconds < PauseMs || sent == Good.Length)
                    return false;
                sentAt = Stopwatch.GetTimestamp();
                return !peer.TrySend([Good[sent++]]);
            },
            "the slow peer is ended");
        sent.ShouldBeInRange(2, Good.Length - 1);
        NoGap();
    }

    [Fact]
    public void Publisher_OldVersions_AreRefusedWithACount()
    {
        using RawPeer first = Begin(Convert.FromHexString("FF00000000000000017F01"));
        using RawPeer second = Begin(Convert.FromHexString("FF000000000000000100"));

        Eventually.True(() => _publisher.Links.OldVersions == 2, "both are counted");
        NoGap();
    }

    public void Dispose() => _rig.Dispose();

    private RawPeer Begin(byte[] bytes)
    {
        var peer = RawPeer.Connect(_publisher.Endpoint);
        peer.TrySend(bytes);
        return peer;
    }

    private void NoGap()
    {
        Rig.Send(_publisher, ++_sequence);
        _rig.Next(_subscriber).ShouldBe(_sequence);
    }

    private void AllAreGone()
    {
        Eventually.True(
            () => _publisher.Links.Accepted - _publisher.Links.Disconnected == 1, "only the good consumer is left");
        NoGap();
        _subscriber.Reconnects.ShouldBe(0);
    }
}
