using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using Testing;

namespace Integration.Signals;

/// <summary>
/// Takes the S frames of a monitor: the bits of each variable by sample index. All variables have the base rate.
/// </summary>
internal sealed class DerivedSubscriber : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly ZeroMqTransport _transport = new(new SocketLimits(), TimeProvider.System);
    private readonly IFrameSubscriber _socket;
    private readonly FrameBuffer _buffer = new(FrameLimits.Default);
    private readonly SerializerSet _serializers = BuiltInSerializers.CreateRegistry().CreateSet();
    private readonly CDataBlock _block = new(BlockLayout.Empty);

    /// <summary>Subscribes, and waits until frames come: from here on none that is published is missed.</summary>
    public DerivedSubscriber(string endpoint, int variables)
    {
        Values = [.. Enumerable.Range(0, variables).Select(_ => new SortedDictionary<long, long>())];
        _socket = _transport.Subscribe(Endpoint.Parse(endpoint));
        _socket.Subscribe([]);
        Eventually.True(TryTake, "the monitor sends heartbeats of derived values", Limit);
    }

    /// <summary>Of each variable, by the order of their rows, the bits at each sample index.</summary>
    public SortedDictionary<long, long>[] Values { get; }

    /// <summary>Frames of values that came.</summary>
    public int Frames { get; private set; }

    /// <summary>
    /// Number of the last of them: a monitor numbers each block that it computes, from 1 on in each of its lives.
    /// </summary>
    public ulong LastSequence { get; private set; }

    /// <summary>Takes frames until something is so.</summary>
    public void TakeUntil(Func<bool> isEnough, string what) => Eventually.True(
        () =>
        {
            while (TryTake())
            {
                if (isEnough())
                    return true;
            }

            return isEnough();
        },
        what,
        Limit);

    public void Dispose()
    {
        _socket.Dispose();
        _transport.Dispose();
    }

    private bool TryTake()
    {
        if (_socket.TryReceive(_buffer) != ReceiveStatus.Frame)
            return false;
        FrameHeaderReader.Read(
            _buffer.Header, _buffer.Payload, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
        if (header.Kind == FrameKind.Derived)
            Keep(header);
        return true;
    }

    private void Keep(in FrameHeader header)
    {
        _serializers.Deserialize(header.Content, _buffer.Payload, _block).IsOk.ShouldBeTrue();
        _block.ChannelCount(BlockGroup.AD).ShouldBe(2 * Values.Length, "each variable and its qualities");
        Frames++;
        LastSequence = header.Sequence;
        for (int variable = 0; variable < Values.Length; variable++)
        {
            ReadOnlySpan<double> values = _block.Channel(BlockGroup.AD, 2 * variable).Values;
            for (int i = 0; i < values.Length; i++)
                Values[variable][_block.FirstSampleIndex + i] = BitConverter.DoubleToInt64Bits(values[i]);
        }
    }
}
