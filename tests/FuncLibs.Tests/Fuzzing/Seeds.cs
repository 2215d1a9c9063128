using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using Testing;

namespace FuncLibs.Tests.Fuzzing;

/// <summary>
/// Good and bad documents to begin with: golden bytes, our own, and the corpus of what went wrong once.
/// </summary>
internal static class Seeds
{
    /// <summary>Documents under this size; the few larger ones are used seldom.</summary>
    public const int SmallBytes = 4096;

    private const byte Columns = 1;
    private const byte RowsInLz4 = 3;
    private const byte Cbor = 5;
    private const byte ColumnsInLz4 = 7;

    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "Corpus");

    public static IReadOnlyList<byte[]> Corpus { get; } = [.. Files(Folder, "*")];

    /// <summary>Documents for one serializer.</summary>
    public static byte[][] Of(IBlockSerializer serializer) =>
    [
        .. Corpus,
        .. Vectors("rows-*"),
        .. Vectors("columns-*"),
        .. Blocks().Select(block => Encode(serializer, block)),
        .. FormsOf(serializer.ContentId),
    ];

    public static byte[] Encode(IBlockSerializer serializer, CDataBlock block)
    {
        var output = new ArrayBufferWriter<byte>();
        serializer.Serialize(block, output);
        return output.WrittenSpan.ToArray();
    }

    private static IEnumerable<byte[]> FormsOf(byte contentId) => contentId switch
    {
        Columns => ColumnForms.Documents,
        Cbor => Vectors("cbor-*"),
        ColumnsInLz4 => [.. ColumnForms.Documents, .. Stored(ColumnForms.Documents)],
        RowsInLz4 => Stored(Vectors("rows-*.msgpack").Where(document => document.Length <= SmallBytes)),
        _ => [],
    };

    private static IEnumerable<byte[]> Stored(IEnumerable<byte[]> documents) =>
        documents.SelectMany(document => (byte[][])[StoredLz4.Array(document), StoredLz4.Whole(document)]);

    // Many of its own, so that most inputs come from a document of the format.
    private static IEnumerable<CDataBlock> Blocks() =>
    [
        ReferenceBlocks.Create(ReferenceBlocks.Small),
        ReferenceBlocks.Create(ReferenceBlocks.Counts),
        ReferenceBlocks.Create(ReferenceBlocks.Reference),
        EdgeBlocks.Columns(),
        SlowBlock(),
        .. Enumerable.Range(0, 60).Select(RandomBlocks.Create),
    ];

    // Decimals, a ramp, a constant and a column with one step: what packing methods look for.
    private static CDataBlock SlowBlock()
    {
        var block = new CDataBlock(new BlockLayout([], [], [new(64), new(64), new(64), new(64), new(64)], 0, 0));
        block.SetGroup(BlockGroup.AD, 5);
        for (int c = 0; c < 5; c++)
        {
            BlockChannel channel = block.Channel(BlockGroup.AD, c);
            channel.PointCount = 64;
            for (int p = 0; p < 64; p++)
                channel.Values[p] = c switch
                {
                    0 =>
                    (p * 7 % 13) / 100.0,
                    1 => p * 0.25,
                    2 => 42.5,
                    3 => p < 40 ? 1 : 2,
                    _ => Math.Sin(p)
                };
        }

        return block;
    }

    private static IEnumerable<byte[]> Vectors(string pattern) =>
        Files(Path.Combine(AppContext.BaseDirectory, "Vectors"), pattern);

    private static IEnumerable<byte[]> Files(string folder, string pattern) =>
        Directory.EnumerateFiles(folder, pattern).Order(StringComparer.Ordinal).Select(File.ReadAllBytes);
}
