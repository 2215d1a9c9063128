using System.Net;
using System.Net.Sockets;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.RigLink;
using Testing;

namespace HardwareConnector.Tests.Sources;

/// <summary>
/// A rig that does what its test says: a listening socket that speaks the controller link byte by byte.
/// </summary>
internal sealed class RawRig : IDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly LinkFrameWriter _frame = new();
    private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
    private Socket? _client;
    private LinkFrameReader? _reader;

    public RawRig()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        Address = (IPEndPoint)_listener.LocalEndPoint!;
    }

    public IPEndPoint Address { get; }

    public bool HasRequest => _listener.Poll(0, SelectMode.SelectRead);

    public void Accept()
    {
        _client?.Dispose();
        _client = _listener.Accept();
        _reader = new LinkFrameReader(_client, TimeProvider.System);
    }

    public void SendHello(params StreamDescription[] streams)
    {
        LinkHello.WriteRig(_frame, [.. streams]);
        Send();
    }

    public void AcceptAndSendHello(params StreamDescription[] streams)
    {
        Accept();
        SendHello(streams);
    }

    public void SendBlock(CDataBlock block, uint stream = 1, BlockCounts? live = null, ushort error = 0)
    {
        LinkBlockHeader header = new(stream, error, 0, 1, live ?? LinkBlockHeader.AllLiveCounts);
        _frame.WriteBlock(header, block, _serializer);
        Send();
    }

    public void SendBlock(ReadOnlySpan<byte> document)
    {
        _frame.Begin(LinkFrameType.Block);
        new LinkBlockHeader(1, 0, 0, 1, LinkBlockHeader.AllLiveCounts).Write(_frame.GetSpan(LinkBlockHeader.Bytes));
        _frame.Advance(LinkBlockHeader.Bytes);
        document.CopyTo(_frame.GetSpan(document.Length));
        _frame.Advance(document.Length);
        _frame.End();
        Send();
    }

    public void SendState(LinkCondition condition, string reason = "")
    {
        new LinkStateFrame(condition, reason).Write(_frame);
        Send();
    }

    public void SendBytes(ReadOnlySpan<byte> bytes) => _client!.Send(bytes);

    /// <summary>Waits until the connector closes the link and gives the reason that it said.</summary>
    public string ReasonOfClose()
    {
        string reason = "";
        Eventually.True(
            () =>
            {
                LinkOutcome outcome = _reader!.Read(out LinkFrame frame, 10_000);
                if (outcome.IsOk && frame.Type == LinkFrameType.State
                    && LinkStateFrame.Read(frame.Body, out LinkStateFrame state).IsOk)
                    reason = state.Reason;
                return outcome.IsFatal;
            },
            "the connector closes the link");
        return reason;
    }

    /// <summary>Waits until the connector has greeted back.</summary>
    public void WaitForHello() => Eventually.True(
        () => _reader!.Read(out LinkFrame frame, 10_000).IsOk && frame.Type == LinkFrameType.Hello,
        "the connector greets back");

    public void Hangup() => _client!.Dispose();

    public void Dispose()
    {
        _client?.Dispose();
        _listener.Dispose();
    }

    private void Send() => _frame.Send(_client!, 1_000_000).IsOk.ShouldBeTrue();
}
