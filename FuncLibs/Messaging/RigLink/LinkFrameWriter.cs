using System.Buffers;
using System.Buffers.Binary;
using System.Net.Sockets;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// Builds one frame in a buffer that is reused: header, block header and document are contiguous, so one call sends
/// them. Allocates only while the buffer grows to the largest frame. One thread at a time.
/// </summary>
public sealed class LinkFrameWriter : IBufferWriter<byte>
{
    private byte[] _buffer;
    private int _used;

    /// <summary>Creates an empty writer.</summary>
    /// <param name="capacity">First size of the buffer, in bytes.</param>
    public LinkFrameWriter(int capacity = 1024) => _buffer = new byte[Math.Max(capacity, LinkProtocol.HeaderBytes)];

    /// <summary>The encoded frame; valid until the next <see cref="Begin"/>.</summary>
    public ReadOnlySpan<byte> Frame => _buffer.AsSpan(0, _used);

    /// <summary>Begins a new frame; the body is what is appended next.</summary>
    public void Begin(LinkFrameType type)
    {
        _buffer[LinkProtocol.LengthBytes] = (byte)type;
        _used = LinkProtocol.HeaderBytes;
    }

    /// <summary>Ends the frame: writes its length.</summary>
    /// <exception cref="InvalidOperationException">The body is larger than the link allows.</exception>
    public void End()
    {
        int length = _used - LinkProtocol.LengthBytes;
        if (length > LinkProtocol.MaxLength)
            throw new InvalidOperationException(
                $"A link frame of {length} bytes; allowed are up to {LinkProtocol.MaxLength}.");
        BinaryPrimitives.WriteInt32LittleEndian(_buffer, length);
    }

    /// <summary>Writes a whole block frame.</summary>
    public void WriteBlock(in LinkBlockHeader header, CDataBlock block, IBlockSerializer serializer)
    {
        Begin(LinkFrameType.Block);
        header.Write(GetSpan(LinkBlockHeader.Bytes));
        Advance(LinkBlockHeader.Bytes);
        serializer.Serialize(block, this);
        End();
    }

    /// <summary>Writes a whole heartbeat frame.</summary>
    public void WriteHeartbeat()
    {
        Begin(LinkFrameType.Heartbeat);
        End();
    }

    /// <summary>
    /// Sends the whole frame: for hellos, states and heartbeats, which fit into the kernel's buffer.
    /// </summary>
    /// <param name="connection">The connection; no other thread sends on it meanwhile.</param>
    /// <param name="waitMicroseconds">Longest wait for space, in us; after it the outcome is <see
    /// cref="LinkStatus.Stalled"/>.</param>
    public LinkOutcome Send(LinkConnection connection, int waitMicroseconds)
    {
        ReadOnlySpan<byte> rest = Frame;
        while (true)
        {
            LinkOutcome outcome = connection.Send(rest, out int sent);
            if (outcome.IsFatal)
                return outcome;
            rest = rest[sent..];
            if (outcome.IsOk && rest.IsEmpty)
                outcome = connection.Send(default, out _);
            if (outcome.IsFatal || (outcome.IsOk && rest.IsEmpty))
                return outcome;
            if (!outcome.IsOk && !connection.WaitToSend(waitMicroseconds))
                return new LinkOutcome(LinkStatus.Stalled);
        }
    }

    /// <summary>The same over a non-blocking socket without TLS.</summary>
    /// <param name="socket">The socket; no other thread sends on it meanwhile.</param>
    /// <param name="waitMicroseconds">Longest wait for space, in us; after it the outcome is <see
    /// cref="LinkStatus.Stalled"/>.</param>
    public LinkOutcome Send(Socket socket, int waitMicroseconds) =>
        Send(LinkConnection.Over(socket), waitMicroseconds);

    /// <inheritdoc/>
    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(_buffer.Length - _used), nameof(count));
        _used += count;
    }

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _buffer.AsMemory(_used);
    }

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _buffer.AsSpan(_used);
    }

    private void Reserve(int bytes)
    {
        int wanted = checked(_used + Math.Max(1, bytes));
        if (wanted > _buffer.Length)
            Array.Resize(ref _buffer, Math.Max(wanted, _buffer.Length * 2));
    }
}
