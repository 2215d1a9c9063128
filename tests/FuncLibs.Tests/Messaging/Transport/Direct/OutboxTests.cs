using System.Net;
using System.Net.Sockets;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

/// <summary>What waits for a connection, over a real one: the test is the peer, and the I/O thread.</summary>
public sealed class OutboxTests : IDisposable
{
    private const int Messages = 500;
    private const long Budget = 64 << 20;

    private readonly SharedFramePool _pool = new();
    private readonly WakeSignal _wake = new();
    private readonly byte[] _prefix = new byte[WireMessage.MaxPrefixBytes];
    private readonly List<byte> _sent = [];
    private readonly Socket _own;
    private readonly Socket _peer;

    public OutboxTests()
    {
        using Socket listener = new(SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        _own = new Socket(SocketType.Stream, ProtocolType.Tcp);
        _own.Connect(listener.LocalEndPoint!);
        _peer = listener.Accept();
    }

    public void Dispose()
    {
        _own.Dispose();
        _peer.Dispose();
        _wake.Dispose();
    }

    [Theory]
    [InlineData(1, 3000)]
    [InlineData(5000, 30_000)]
    [InlineData(40_000, 200_000)]
    [InlineData(1, 200_000)]
    public void Flush_MessagesOfAnySizes_PeerGetsAllInOrder(int least, int most)
    {
        Outbox outbox = new(_pool, _wake, Budget, SocketLimits.MinHighWaterMark);
        outbox.Open(_own.SafeHandle);
        Random random = new(least + most);
        List<byte> received = [];
        for (int i = 0; i < Messages; i++)
        {
            Send(outbox, random, random.Next(least, most), mayWait: random.Next(4) > 0);
            if (random.Next(20) == 0)
                Take(outbox, received);
        }

        while (received.Count < _sent.Count)
            Take(outbox, received);

        received.SequenceEqual(_sent).ShouldBeTrue();
        (outbox.QueuedBytes, outbox.Dropped, outbox.WantsWrite).ShouldBe((0, 0, false));
    }

    [Fact]
    public void Close_WhileTheFrontWaits_RefusesWhatComes()
    {
        Outbox outbox = new(_pool, _wake, Budget, SocketLimits.MinHighWaterMark);
        outbox.Open(_own.SafeHandle);
        Random random = new(1);
        for (int i = 0; i < Messages; i++)
            Send(outbox, random, 30_000, mayWait: true);
        outbox.Flush();
        outbox.QueuedBytes.ShouldBeGreaterThan(0);

        outbox.Close(forGood: true);

        outbox.QueuedBytes.ShouldBe(0);
        Send(outbox, random, 10, mayWait: true).ShouldBe(SendStatus.Gone);
    }

    [Fact]
    public void Send_BeyondTheBudget_IsDroppedAndCounted()
    {
        const int Fitting = 10;
        Outbox outbox = new(
            _pool, _wake, budgetBytes: Fitting * (10_100 + SocketLimits.OverheadBytes), minMessages: 2);
        outbox.Open(_own.SafeHandle);
        Random random = new(1);
        SendStatus[] results =
            [.. Enumerable.Range(0, 2 * Fitting).Select(_ => Send(outbox, random, 10_000, mayWait: true))];

        results[..Fitting].ShouldAllBe(status => status == SendStatus.Sent);
        results[Fitting..].ShouldAllBe(status => status == SendStatus.Full);
        outbox.Dropped.ShouldBe(Fitting);
    }

    private SendStatus Send(Outbox outbox, Random random, int bytes, bool mayWait)
    {
        byte[] payload = new byte[bytes];
        random.NextBytes(payload);
        WireMessage message = new(_prefix, "topic"u8, default, payload, frames: 2, _pool);
        _sent.AddRange(message.Prefix);
        _sent.AddRange(payload);
        SendStatus status = outbox.Send(ref message, mayWait);
        message.Dispose();
        return status;
    }

    private void Take(Outbox outbox, List<byte> received)
    {
        outbox.Flush();
        byte[] buffer = new byte[1 << 20];
        int bytes;
        while ((bytes = SocketBytes.Receive(_peer.SafeHandle, buffer)) > 0)
            received.AddRange(buffer.AsSpan(0, bytes));
    }
}
