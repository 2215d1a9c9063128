using FuncLibs.Journal.Records;

namespace FuncLibs.Journal.Writing;

/// <summary>Cuts what waits in the ring into what is written in one call. The records are our own: their lengths are believed.</summary>
internal static class RecordBatch
{
    /// <summary>Bytes of the whole records at the beginning that fit in <paramref name="most"/>; 0 when not even the first does.</summary>
    public static int BytesWithin(ReadOnlySpan<byte> pending, long most)
    {
        int at = 0;
        while (RecordRingBuffer.HoldsRecord(pending[at..]))
        {
            int size = RecordLayout.SizeOf(pending[at..]);
            if (at + size > most)
                break;
            at += size;
        }

        return at;
    }
}
