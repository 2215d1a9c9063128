namespace FuncLibs.Journal.Reading;

/// <summary>Frames of one stream in one epoch.</summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="Stream">The stream.</param>
/// <param name="From">First sequence.</param>
/// <param name="To">Last sequence.</param>
public readonly record struct FrameRange(ulong Epoch, uint Stream, ulong From, ulong To);
