using FuncLibs.Journal.Records;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Journal.Writing;

/// <summary>The catalogue frame in force, as it was published: it goes to the head of each segment. Journal thread only.</summary>
internal sealed class CatalogueCopy
{
    private byte[] _bytes = [];
    private int _length;

    /// <summary>The record; empty before the first catalogue.</summary>
    public ReadOnlySpan<byte> Record => _bytes.AsSpan(0, _length);

    /// <summary>Keeps the record when it is a catalogue. Grows to the longest, then takes no more memory.</summary>
    public void Look(ReadOnlySpan<byte> record)
    {
        if (RecordLayout.KindOf(record) != FrameKind.Catalogue)
            return;
        if (record.Length > _bytes.Length)
            _bytes = new byte[record.Length];
        record.CopyTo(_bytes);
        _length = record.Length;
    }
}
