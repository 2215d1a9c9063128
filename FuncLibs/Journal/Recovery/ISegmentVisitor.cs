using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Journal.Recovery;

/// <summary>Told of each whole record while a segment is scanned.</summary>
internal interface ISegmentVisitor
{
    /// <summary>A record that is not the copy of a catalogue at the head.</summary>
    void Visit(SegmentName segment, in FrameHeader header);
}
