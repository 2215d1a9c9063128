using System.Buffers;

namespace Testing;

/// <summary>Sequences of several segments, as sockets deliver them.</summary>
public sealed class Segments : ReadOnlySequenceSegment<byte>
{
    private Segments(ReadOnlyMemory<byte> memory, long runningIndex)
    {
        Memory = memory;
        RunningIndex = runningIndex;
    }

    /// <summary>The bytes in segments of at most <paramref name="size"/>.</summary>
    public static ReadOnlySequence<byte> Of(ReadOnlyMemory<byte> bytes, int size)
    {
        var first = new Segments(bytes[..Math.Min(size, bytes.Length)], 0);
        Segments last = first;
        for (int at = size; at < bytes.Length; at += size)
        {
            var next = new Segments(bytes[at..Math.Min(at + size, bytes.Length)], at);
            last.Next = next;
            last = next;
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }
}
