namespace FuncLibs.Journal.Writing;

/// <summary>The marks of all streams: an immutable array, swapped whole when a stream is seen first. The journal thread adds.</summary>
internal sealed class MarksTable
{
    private StreamMarks[] _all = [];

    /// <summary>All streams that this epoch has recorded.</summary>
    public ReadOnlySpan<StreamMarks> All => Volatile.Read(ref _all);

    /// <summary>Any thread: the marks of a stream; null before its first record.</summary>
    public StreamMarks? Find(uint stream)
    {
        foreach (StreamMarks marks in All)
        {
            if (marks.Stream == stream)
                return marks;
        }

        return null;
    }

    /// <summary>Journal thread: the marks of a stream, made at first sight.</summary>
    public StreamMarks Of(uint stream)
    {
        if (Find(stream) is { } known)
            return known;
        var marks = new StreamMarks(stream);
        Volatile.Write(ref _all, [.. _all, marks]);
        return marks;
    }
}
