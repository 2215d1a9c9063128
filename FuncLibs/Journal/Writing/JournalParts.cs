using FuncLibs.Journal.Segments;

namespace FuncLibs.Journal.Writing;

/// <summary>What the parts of a journal share.</summary>
/// <param name="Segments">The segments; the journal thread changes them.</param>
/// <param name="Marks">How far each stream is.</param>
/// <param name="Holes">What is missing.</param>
/// <param name="Counters">What was done.</param>
internal sealed record JournalParts(SegmentSet Segments, MarksTable Marks, GapLog Holes, JournalCounters Counters);
