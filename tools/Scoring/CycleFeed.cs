using FuncLibs.GroundTruth.Lines;
using Tools.GroundTruth;

namespace Tools.Scoring;

/// <summary>
/// The cycles of a truth file as far as the journal was read: a cycle is handed on when the sample that closed it was recorded. Reads no
/// more lines than the survey did, so that both see the same file while it is still written.
/// </summary>
/// <param name="reader">The file, from its begin.</param>
/// <param name="lines">Lines to read.</param>
internal sealed class CycleFeed(TruthReader reader, long lines)
{
    private CycleLine? _next;
    private long _read;

    /// <summary>The next cycle that closed before a sample; null when there is none yet, or none any more.</summary>
    public CycleLine? TakeBefore(long sample)
    {
        while (_next is null && _read < lines)
        {
            _read++;
            _next = reader.Next().Line as CycleLine;
        }

        if (_next is null || _next.Index >= sample)
            return null;
        CycleLine taken = _next;
        _next = null;
        return taken;
    }
}
