using System.Buffers;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>What a publisher says on its control stream: the payload of a loss or event frame.</summary>
public interface IBroadcastPayload
{
    /// <summary>Appends the payload to <paramref name="output"/>.</summary>
    void Write(IBufferWriter<byte> output);
}
