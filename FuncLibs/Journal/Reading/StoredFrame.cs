using FuncLibs.Messaging.Wire;

namespace FuncLibs.Journal.Reading;

/// <summary>A copy of one frame of the journal.</summary>
/// <param name="Header">Its header.</param>
/// <param name="HeaderBytes">The header as it was published.</param>
/// <param name="Payload">The payload as it was published.</param>
public sealed record StoredFrame(FrameHeader Header, ReadOnlyMemory<byte> HeaderBytes, ReadOnlyMemory<byte> Payload);
