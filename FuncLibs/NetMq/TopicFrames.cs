using NetMQ;

namespace FuncLibs.NetMq;

/// <summary>
/// Topics of a publisher as arrays that NetMQ may hold for any time: a topic is the same in every message, so it is
/// copied once only.
/// </summary>
internal sealed class TopicFrames
{
    // A publisher has a few topics per stream; beyond this number they are copied for each message.
    private const int MaxTopics = 256;

    private readonly List<byte[]> _topics = [];
    private int _last;

    /// <summary>Creates the first frame of a message.</summary>
    public void Init(ref Msg frame, ReadOnlySpan<byte> topic)
    {
        if (Find(topic) is { } known)
        {
            frame.InitGC(known, known.Length);
        }
        else
        {
            frame.InitPool(topic.Length);
            topic.CopyTo(frame.Slice());
        }
    }

    // The search starts after the last one: streams are published in turn.
    private byte[]? Find(ReadOnlySpan<byte> topic)
    {
        for (int i = 0; i < _topics.Count; i++)
        {
            int at = (_last + 1 + i) % _topics.Count;
            if (!topic.SequenceEqual(_topics[at]))
                continue;
            _last = at;
            return _topics[at];
        }

        if (_topics.Count == MaxTopics)
            return null;
        _topics.Add(topic.ToArray());
        _last = _topics.Count - 1;
        return _topics[_last];
    }
}
