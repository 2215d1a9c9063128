using System.Collections.Immutable;
using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Files;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Pyramids;

namespace SignalMonitor.Recordings;

/// <summary>
/// Makes a part of a pyramid from the frames of a recording: what came before the run was seen, what found no free
/// slot, what a full disk took, what a monitor that was killed had not written; and all of it for a recording that has
/// none.
/// </summary>
internal static class PyramidMending
{
    // RangeReader counts one on.
    private const ulong LastSequence = ulong.MaxValue - 1;

    /// <summary>After the last block of a stream.</summary>
    public static PyramidPoint Everything { get; } = new(ulong.MaxValue, ulong.MaxValue, PyramidPoint.Nothing);

    /// <summary>Adds what is between the end of a pyramid and a point, as far as the frames have it.</summary>
    /// <param name="writer">The pyramid; its end is moved to the point.</param>
    /// <param name="recording">The frames.</param>
    /// <param name="stream">Number of the stream.</param>
    /// <param name="to">Up to where.</param>
    /// <param name="variables">Computes calculated channels again; null = they have no samples there: what a function
    /// remembers is not known in the middle of a run.</param>
    /// <param name="stop">Gives it up; then the pyramid ends where it came to.</param>
    /// <param name="note">What could not be read, in one line; null nothing.</param>
    public static FileOutcome Mend(
        PyramidWriter writer,
        Recording recording,
        uint stream,
        in PyramidPoint to,
        RecordedVariables? variables,
        CancellationToken stop,
        out string? note)
    {
        PyramidWriterRows rows = new(writer);
        PyramidFold fold = new(rows, writer.End);
        using RecordedBlocks blocks = new(recording, RangesOf(recording, stream, writer.End, to));
        while (rows.Outcome.IsOk && !stop.IsCancellationRequested && blocks.MoveNext())
        {
            bool isLast = (blocks.Header.Epoch, blocks.Header.Sequence) == (to.Epoch, to.Sequence);
            if (isLast && to.SkipThrough == PyramidPoint.Nothing)
                break;
            variables?.Compute(blocks);
            VariablePlan? plan = variables?.Plan;
            fold.Add(
                blocks.Block, blocks.Header, blocks.Description, plan, isLast ? to.SkipThrough : long.MaxValue);
        }

        fold.HandOver();
        note = blocks.Fault ?? blocks.RefusedNote;
        if (rows.Outcome.IsOk && !stop.IsCancellationRequested)
            writer.Pass(to);
        return rows.Outcome;
    }

    private static ImmutableArray<FrameRange> RangesOf(
        Recording recording, uint stream, PyramidPoint from, PyramidPoint to) =>
    [
        .. recording.Epochs
            .Where(epoch => epoch >= from.Epoch && epoch <= to.Epoch)
            .Select(epoch => new FrameRange(
                epoch,
                stream,
                epoch == from.Epoch ? Math.Max(1, from.Sequence) : 1,
                epoch == to.Epoch ? Math.Min(to.Sequence, LastSequence) : LastSequence)),
    ];
}
