using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// A socket with its options, in the terms of libzmq. One thread creates, uses and closes it. A call interrupted by a
/// signal is repeated; the end of the context is a status.
/// </summary>
internal sealed unsafe class ZeroMqSocket : IDisposable
{
    private const int MaxEndpointText = 1024;

    public ZeroMqSocket(ContextHandle context, int type) => Handle = new SocketHandle(context, type);

    public SocketHandle Handle { get; }

    /// <summary>True when a message can be read. Also false when the context ends.</summary>
    public bool IsReadable
    {
        get
        {
            int events = 0;
            nuint length = sizeof(int);
            return ZeroMqNative.GetSockOpt(Handle, SocketOption.Events, &events, ref length) == 0
                && (events & TransferFlag.PollIn) != 0;
        }
    }

    public void Set(int option, int value)
    {
        if (ZeroMqNative.SetSockOpt(Handle, option, &value, sizeof(int)) != 0)
            ThrowUnlessEnd(string.Create(CultureInfo.InvariantCulture, $"zmq_setsockopt {option} = {value}"));
    }

    public void Set(int option, long value)
    {
        if (ZeroMqNative.SetSockOpt(Handle, option, &value, sizeof(long)) != 0)
            ThrowUnlessEnd(string.Create(CultureInfo.InvariantCulture, $"zmq_setsockopt {option} = {value}"));
    }

    public void Set(int option, ReadOnlySpan<byte> value)
    {
        fixed (byte* bytes = value)
        {
            if (ZeroMqNative.SetSockOpt(Handle, option, bytes, (nuint)value.Length) != 0)
                ThrowUnlessEnd(string.Create(CultureInfo.InvariantCulture, $"zmq_setsockopt {option}"));
        }
    }

    /// <summary>The bound endpoint, with the real port after a bind to port 0.</summary>
    public string LastEndpoint()
    {
        Span<byte> text = stackalloc byte[MaxEndpointText];
        nuint length = MaxEndpointText;
        fixed (byte* bytes = text)
        {
            if (ZeroMqNative.GetSockOpt(Handle, SocketOption.LastEndpoint, bytes, ref length) != 0)
                throw ZeroMqError.Unexpected("zmq_getsockopt LAST_ENDPOINT", ZeroMqError.Last);
        }

        return Encoding.UTF8.GetString(text[..((int)length - 1)]);
    }

    /// <summary>
    /// Re-establishes the connection, with all subscriptions. Without a connection to end, it only connects.
    /// </summary>
    public void Reconnect(string endpoint)
    {
        _ = ZeroMqNative.Disconnect(Handle, endpoint);
        if (ZeroMqNative.Connect(Handle, endpoint) != 0)
            ThrowUnlessEnd("zmq_connect");
    }

    /// <summary>
    /// Sends one frame without waiting. The first frame of a message decides the status; the others follow it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public SendStatus Send(ReadOnlySpan<byte> frame, bool more)
    {
        int flags = more ? TransferFlag.DontWait | TransferFlag.SendMore : TransferFlag.DontWait;
        fixed (byte* bytes = frame)
        {
            return ZeroMqNative.Send(Handle, bytes, (nuint)frame.Length, flags) >= 0
                ? SendStatus.Sent
                : SendAgain(bytes, frame.Length, flags);
        }
    }

    /// <summary>Sends three frames.</summary>
    public SendStatus Send(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third)
    {
        SendStatus status = Send(first, more: true);
        if (status == SendStatus.Sent)
            status = Send(second, more: true);
        return status == SendStatus.Sent ? Send(third, more: false) : status;
    }

    /// <summary>
    /// Receives one frame without waiting; <paramref name="message"/> is initialised, and the caller closes it.
    /// </summary>
    public ReceiveStatus Receive(ZeroMqMessage* message, int flags = TransferFlag.DontWait)
    {
        while (ZeroMqNative.MsgRecv(message, Handle, flags) < 0)
        {
            int error = ZeroMqError.Last;
            if (error == ZeroMqError.Again)
                return ReceiveStatus.Empty;
            if (ZeroMqError.IsEnd(error))
                return ReceiveStatus.Closed;
            if (error != ZeroMqError.Interrupted)
                throw ZeroMqError.Unexpected("zmq_msg_recv", error);
        }

        return ReceiveStatus.Frame;
    }

    public void Dispose() => Handle.Dispose();

    private SendStatus SendAgain(byte* bytes, int length, int flags)
    {
        int error = ZeroMqError.Last;
        while (error == ZeroMqError.Interrupted)
        {
            if (ZeroMqNative.Send(Handle, bytes, (nuint)length, flags) >= 0)
                return SendStatus.Sent;
            error = ZeroMqError.Last;
        }

        if (error == ZeroMqError.Again)
            return SendStatus.Full;
        if (error == ZeroMqError.HostUnreachable)
            return SendStatus.Gone;
        return ZeroMqError.IsEnd(error) ? SendStatus.Closed : throw ZeroMqError.Unexpected("zmq_send", error);
    }

    private static void ThrowUnlessEnd(string call)
    {
        int error = ZeroMqError.Last;
        if (!ZeroMqError.IsEnd(error))
            throw ZeroMqError.Unexpected(call, error);
    }
}
