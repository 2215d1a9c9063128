using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Packed;
using FuncLibs.Blocks.Serialization.Packed.Fields;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>
/// Writes one block as content 1 (<see cref="ColumnsDocument"/>) into a span that holds the largest form of it.
/// </summary>
internal ref struct ColumnsWriter(
    Span<byte> target, CDataBlock block, FloatForm form, ReadOnlySpan<FloatForm> forms, PackedColumns? packed = null)
{
    private const int MaxDocumentBytes = 128;
    private const int MaxChannelBytes = 24;
    private const int MaxColumnHeader = ColumnHead.Room;

    private readonly Span<byte> _target = target;
    private readonly ReadOnlySpan<FloatForm> _forms = forms;
    private ColumnHeads _heads;
    private int _used;
    private int _column;

    /// <summary>Bytes that any form of this block fits in.</summary>
    public static int MaxBytes(CDataBlock block) => ColumnBytes.MaxBytes(
        block, MaxDocumentBytes + FieldWriter.SlackBytes, MaxChannelBytes, MaxColumnHeader, Float64Run.BytesPerItem);


    /// <summary>Writes the document and returns its length.</summary>
    public int Write()
    {
        _used += Primitives.WriteArrayHeader(_target, ColumnsDocument.Items);
        WriteInt(ColumnsDocument.Version);
        WriteInt(block.FirstSampleIndex);
        _used += Primitives.WriteFloat64(_target[_used..], block.SampleRateHz);
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
            WriteGroup(group);
        WriteBits(BitGroup.In);
        WriteBits(BitGroup.Out);
        return _used;
    }

    private void WriteGroup(BlockGroup group)
    {
        if (!block.IsPresent(group))
        {
            _target[_used++] = MessagePackCode.Nil;
            return;
        }

        int channels = block.ChannelCount(group);
        WriteArrayHeader(channels);
        for (int channel = 0; channel < channels; channel++)
        {
            int flat = block.Layout.Flat(group, channel);
            if (group == BlockGroup.AD)
                WriteInput(flat);
            else
                WriteChannel(flat);
        }
    }

    private void WriteInput(int flat)
    {
        WriteArrayHeader(ColumnsDocument.InputItems);
        WriteInt(block.IdOf(flat));
        FloatForm chosen = NextForm();
        WriteFloats(block.Floats(flat, ColumnIndex.Values), chosen == FloatForm.Single ? FloatForm.Array : chosen);
    }

    private void WriteChannel(int flat)
    {
        int sensors = block.SensorsOf(flat);
        WriteArrayHeader(ColumnsDocument.ChannelItems + sensors);
        WriteInt(block.IdOf(flat));
        WriteInt(block.PointsOf(flat));
        Span<long> words = block.ChannelWords(flat);
        int stride = block.Layout.Stride(flat);
        int points = block.PointsOf(flat);
        WriteInts(words.Slice(ColumnIndex.ActiveCtrl * stride, points));
        WriteInts(words.Slice(ColumnIndex.Count * stride, points));
        for (int column = ColumnIndex.Command; column < ColumnIndex.FirstSensor + sensors; column++)
            WriteFloats(MemoryMarshal.Cast<long, double>(words.Slice(column * stride, points)), NextForm());
    }

    private void WriteInts(ReadOnlySpan<long> values)
    {
        if (ColumnBytes.IsConstant(values))
        {
            WriteInt(values[0]);
            return;
        }

        int runs = packed is null ? 0 : IntRuns.Count(values);
        if (runs > 0)
        {
            _used += IntRuns.Write(values, runs, _target[_used..]);
            return;
        }

        WriteArrayHeader(values.Length);
        _used += Int64Run.Write(values, _target[_used..]);
    }

    private void WriteFloats(ReadOnlySpan<double> values, FloatForm chosen)
    {
        if (chosen is FloatForm.Packed or FloatForm.Auto)
        {
            WritePacked(values, chosen == FloatForm.Auto);
        }
        else if (chosen == FloatForm.Raw)
        {
            WriteRaw(values);
        }
        else if (chosen == FloatForm.Single && ColumnBytes.IsConstant(MemoryMarshal.Cast<double, long>(values)))
        {
            _used += Primitives.WriteFloat64(_target[_used..], values[0]);
        }
        else
        {
            _heads.SetPoints(values.Length);
            Float64Run.Write(values, BeginColumn(in _heads.Array));
        }
    }

    private void WritePacked(ReadOnlySpan<double> values, bool isAuto)
    {
        int written = packed!.Write(_column - 1, values, isAuto, _target[_used..]);
        _used += written;
        if (written == 0)
            WriteRaw(values);
    }

    private void WriteRaw(ReadOnlySpan<double> values)
    {
        _heads.SetPoints(values.Length);
        Span<byte> column = BeginColumn(in _heads.Raw);
        ShortCopy.Copy(MemoryMarshal.AsBytes(values), column);
    }

    // The head is stored with room after it, so it goes down before the values.
    private Span<byte> BeginColumn(in ColumnHead head)
    {
        Span<byte> column = _target[_used..];
        head.Store(column);
        _used += head.TotalBytes;
        return column[head.Length..head.TotalBytes];
    }

    private void WriteBits(BitGroup group)
    {
        if (!block.IsPresent(group))
        {
            _target[_used++] = MessagePackCode.Nil;
            return;
        }

        int bits = block.BitCount(group);
        Span<byte> bytes = block.BitBytes(group);
        WriteArrayHeader(ColumnsDocument.BitItems);
        WriteInt(bits);
        _used += Primitives.WriteBinHeader(_target[_used..], bytes.Length);
        _used += ColumnBytes.WriteBits(block, group, _target[_used..]);
    }

    private FloatForm NextForm()
    {
        int column = _column++;
        return column < _forms.Length ? _forms[column] : form;
    }

    private void WriteInt(long value) => _used += Primitives.WriteInt(_target[_used..], value);

    private void WriteArrayHeader(int count) => _used += Primitives.WriteArrayHeader(_target[_used..], count);
}
