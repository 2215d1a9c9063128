using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Publishing;

/// <summary>Sees every frame of a publisher on its way out. Publish thread; takes no memory and waits for nothing.</summary>
public interface IFrameObserver
{
    /// <summary>Before a frame is sent.</summary>
    /// <param name="header">Its header, complete.</param>
    /// <param name="headerBytes">The same as bytes.</param>
    /// <param name="payload">Its payload.</param>
    void Sending(in FrameHeader header, ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload);

    /// <summary>After it was sent.</summary>
    /// <param name="bytes">Bytes of header and payload.</param>
    /// <param name="taken">False when the socket did not take it; its number is a hole then.</param>
    void Sent(int bytes, bool taken);
}
