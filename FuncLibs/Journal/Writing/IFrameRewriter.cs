using System.Buffers;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// Gives frames another form before an archive stores them: the same values in fewer bytes. One thread at a time.
/// </summary>
public interface IFrameRewriter
{
    /// <summary>Writes the payload to store. Does not allocate for a block after the first ones.</summary>
    /// <param name="header">Header of the frame, checked.</param>
    /// <param name="payload">Its payload.</param>
    /// <param name="output">Receives the other payload.</param>
    /// <param name="content">Format of the other payload, by the content table of the wire.</param>
    /// <returns>False: the frame is stored as it is; what was written to <paramref name="output"/> does not
    /// count.</returns>
    bool TryRewrite(
        in FrameHeader header, ReadOnlySpan<byte> payload, IBufferWriter<byte> output, out byte content);
}
