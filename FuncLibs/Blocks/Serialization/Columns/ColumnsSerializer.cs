using System.Buffers;
using FuncLibs.Blocks.Serialization.Packed;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>
/// Content 1, columnar MessagePack. All writers of this content share one reader, which takes every form of column in
/// any mix. Packing writers keep column state: one for each thread. The others, and all readers, are stateless.
/// </summary>
public sealed class ColumnsSerializer : IBlockSerializer
{
    private readonly FloatForm _form;
    private readonly FloatForm[] _forms;
    private readonly BlockLimits _limits;
    private readonly PackedColumns? _packed;

    private ColumnsSerializer(
        string name,
        FloatForm form,
        FloatForm[] forms,
        BlockLimits? limits,
        int searchEvery = ColumnChoice.DefaultLifetime)
    {
        Name = name;
        _form = form;
        _forms = forms;
        _limits = limits ?? BlockLimits.Default;
        if (form >= FloatForm.Packed || Array.Exists(forms, own => own >= FloatForm.Packed))
            _packed = new PackedColumns(searchEvery);
    }

    /// <inheritdoc/>
    public byte ContentId => 1;

    /// <inheritdoc/>
    public string Name { get; }

    /// <inheritdoc/>
    public string ContentType => "application/vnd.msgpack; layout=columns";

    /// <summary><c>columns</c>: float columns as arrays, the form that everybody reads.</summary>
    /// <param name="limits">What a document may hold; the wire's limits when left out.</param>
    public static ColumnsSerializer Standard(BlockLimits? limits = null) => new("columns", FloatForm.Array, [], limits);

    /// <summary><c>columns-raw</c>: float columns as ext 20, the fastest form.</summary>
    /// <param name="limits">What a document may hold; the wire's limits when left out.</param>
    public static ColumnsSerializer Raw(BlockLimits? limits = null) => new("columns-raw", FloatForm.Raw, [], limits);

    /// <summary><c>columns-packed</c>: float columns as the smallest method of ext 21, the smallest form.</summary>
    /// <param name="limits">What a document may hold; the wire's limits when left out.</param>
    /// <param name="searchEvery">Blocks for which a column keeps its method while that fits, 1 or more.</param>
    public static ColumnsSerializer Packed(BlockLimits? limits = null, int searchEvery = ColumnChoice.DefaultLifetime)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(searchEvery, 1);
        return new ColumnsSerializer("columns-packed", FloatForm.Packed, [], limits, searchEvery);
    }

    /// <summary><c>columns-auto</c>: packed where that saves 2 % or more of a column, else ext 20.</summary>
    /// <param name="limits">What a document may hold; the wire's limits when left out.</param>
    public static ColumnsSerializer Auto(BlockLimits? limits = null) => new("columns-auto", FloatForm.Auto, [], limits);

    /// <summary>
    /// A form for each float column of the document, in its order; arrays after the last one. For documents that mix
    /// forms.
    /// </summary>
    /// <param name="forms">The forms.</param>
    /// <param name="limits">What a document may hold; the wire's limits when left out.</param>
    public static ColumnsSerializer PerColumn(ReadOnlySpan<FloatForm> forms, BlockLimits? limits = null) =>
        new("columns", FloatForm.Array, forms.ToArray(), limits);

    /// <inheritdoc/>
    public void Serialize(CDataBlock block, IBufferWriter<byte> output)
    {
        var writer = new ColumnsWriter(output.GetSpan(ColumnsWriter.MaxBytes(block)), block, _form, _forms, _packed);
        output.Advance(writer.Write());
    }

    /// <inheritdoc/>
    public DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target) =>
        ColumnsDecoder.Decode(input, target, _limits);
}

/// <summary>How a writer puts down one float column. Readers take any mix.</summary>
public enum FloatForm : byte
{
    /// <summary>An array of float64: any MessagePack library reads it. 9 bytes a point.</summary>
    Array,

    /// <summary>Ext 20, raw float64 little-endian: the fastest. 8 bytes a point.</summary>
    Raw,

    /// <summary>
    /// One float64 for all points where they are equal bit for bit; an array where they are not, and in an AD channel.
    /// </summary>
    Single,

    /// <summary>
    /// Ext 21 by its smallest method, ext 20 unless that is smaller. Keeps the method of a column while it fits.
    /// </summary>
    Packed,

    /// <summary>As <see cref="Packed"/>, but ext 20 where packing saves less than 2 %.</summary>
    Auto,
}
