using System.Buffers;
using System.Net;
using System.Net.Sockets;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.RigLink;
using Microsoft.Extensions.Logging.Abstractions;
using Simulator.Serving;
using Simulator.Tests.Faults;
using Testing;

namespace Simulator.Tests.Serving;

public sealed class ClientSlotTests : IDisposable
{
    private const int WaitMicroseconds = 100_000;

    private readonly StreamDescription _stream = FaultRig.Make().Description;
    private readonly SocketPair _sockets = new();

    [Fact]
    public void TryTake_AfterANewDescription_IsSeenOnlyWhenItIsSent()
    {
        var slot = new ClientSlot(_stream);
        LinkServerSession session = NewSession();
        StreamDescription later = _stream with { Name = "later" };
        slot.Describe(later);
        using var slow = new SlowSerializer();
        bool taken = false;
        var preparing = new Thread(() => session.Prepare(new CDataBlock(_stream.ToLayout()), default, 1, slow));
        var taking = new Thread(() => taken = slot.TryTake(session, _stream, out _));

        // While a block is being prepared the description has to wait, and the client with it.
        preparing.Start();
        slow.IsIn.Wait();
        taking.Start();
        Eventually.True(
            () => taking.ThreadState.HasFlag(ThreadState.WaitSleepJoin) || slot.Active is not null, "the client waits");
        LinkServerSession? early = slot.Active;
        slow.MayGo.Set();
        preparing.Join();
        taking.Join();

        early.ShouldBeNull();
        (taken, ReferenceEquals(slot.Active, session)).ShouldBe((true, true));
        session.Send();
        NamesSent().ShouldBe(["later"]);
    }

    [Fact]
    public void TryTake_ATakenSeat_IsRefused()
    {
        var slot = new ClientSlot(_stream);
        slot.TryTake(NewSession(), _stream, out _).ShouldBeTrue();

        (slot.TryTake(NewSession(), _stream, out string refusal), refusal)
            .ShouldBe((false, "another client is connected; this link serves one"));
        slot.Leave();
        slot.TryTake(NewSession(), _stream, out _).ShouldBeTrue();
    }

    [Fact]
    public void Disconnect_DuringTheHandshake_RefusesTheClient()
    {
        using var stop = new CancellationTokenSource();
        using var server = new LinkServer(
            new LinkServerSettings(new IPEndPoint(IPAddress.Loopback, 0), _stream),
            TimeProvider.System,
            NullLogger<LinkServer>.Instance);
        var accepting = new Thread(() => server.Run(stop.Token));
        accepting.Start();
        using var peer = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        peer.Connect(server.Endpoint);
        peer.Blocking = false;
        var reader = new LinkFrameReader(peer, TimeProvider.System);

        NextFrame(reader).ShouldBe(LinkFrameType.Hello);
        server.Disconnect("the rig is offline");
        var hello = new LinkFrameWriter();
        LinkHello.WriteClient(hello, "test");
        hello.Send(peer, WaitMicroseconds).IsOk.ShouldBeTrue();
        Eventually.True(() => server.Counters.Refused + server.Counters.Accepted == 1, "the server has decided");

        (server.Counters.Refused, server.Active).ShouldBe((1, null));
        NextFrame(reader).ShouldBe(LinkFrameType.State);
        peer.Dispose();
        stop.Cancel();
        accepting.Join();
    }

    public void Dispose() => _sockets.Dispose();

    private static LinkFrameType NextFrame(LinkFrameReader reader)
    {
        LinkFrameType type = default;
        Eventually.True(
            () =>
            {
                LinkOutcome outcome = reader.Read(out LinkFrame frame, WaitMicroseconds);
                outcome.IsFatal.ShouldBeFalse(outcome.ToString());
                type = frame.Type;
                return outcome.IsOk;
            },
            "a frame comes");
        return type;
    }

    private LinkServerSession NewSession() =>
        new(LinkConnection.Over(_sockets.Rig), new SendQueue(4, 1 << 16), new LinkCounters(), TimeProvider.System);

    // Of all streams of all hellos up to the last frame.
    private List<string> NamesSent()
    {
        var names = new List<string>();
        _sockets.Peer.Blocking = false;
        var reader = new LinkFrameReader(_sockets.Peer, TimeProvider.System);
        Eventually.True(
            () =>
            {
                if (reader.Read(out LinkFrame frame, WaitMicroseconds).IsOk && frame.Type == LinkFrameType.Hello)
                {
                    LinkHello.ReadRig(frame.Body, out var streams).IsOk.ShouldBeTrue();
                    names.AddRange(streams.Select(stream => stream.Name));
                }

                return names.Count > 0;
            },
            "a hello comes");
        return names;
    }

    /// <summary>Holds the block thread in the session, as encoding a large block does.</summary>
    private sealed class SlowSerializer : IBlockSerializer, IDisposable
    {
        private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;

        public ManualResetEventSlim IsIn { get; } = new();

        public ManualResetEventSlim MayGo { get; } = new();

        public byte ContentId => _serializer.ContentId;

        public string Name => _serializer.Name;

        public string ContentType => _serializer.ContentType;

        public void Serialize(CDataBlock block, IBufferWriter<byte> output)
        {
            IsIn.Set();
            MayGo.Wait();
            _serializer.Serialize(block, output);
        }

        public DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target) =>
            _serializer.Deserialize(input, target);

        public void Dispose()
        {
            IsIn.Dispose();
            MayGo.Dispose();
        }
    }
}
