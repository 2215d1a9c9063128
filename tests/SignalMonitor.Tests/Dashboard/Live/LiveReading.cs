using System.Buffers.Binary;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Tests.Dashboard.Live;

/// <summary>
/// A batch as a browser reads it: by the byte tables of docs/wire-format.md, not by the code that wrote it.
/// </summary>
internal sealed record LiveReading(uint Number, long ServerNs, IReadOnlyList<SectionReading> Sections)
{
    public static LiveReading Of(ReadOnlyMemory<byte> batch)
    {
        ReadOnlySpan<byte> bytes = batch.Span;
        bytes[0].ShouldBe((byte)1);
        bytes[1].ShouldBe((byte)0);
        List<SectionReading> sections = [];
        int at = 16;
        for (int i = 0; i < BinaryPrimitives.ReadUInt16LittleEndian(bytes[2..]); i++)
        {
            SectionReading section = SectionReading.Of(bytes[at..]);
            sections.Add(section);
            at += section.Bytes;
        }

        at.ShouldBe(bytes.Length);
        return new LiveReading(
            BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[8..]),
            sections);
    }
}

/// <summary>A section of a batch.</summary>
internal sealed record SectionReading
{
    public required byte Kind { get; init; }

    public required bool IsReset { get; init; }

    public required bool IsCoarser { get; init; }

    public required int Signals { get; init; }

    public required uint Id { get; init; }

    public required long T0 { get; init; }

    public required long WidthNs { get; init; }

    public required int Count { get; init; }

    public required int Bytes { get; init; }

    public required long UntilNs { get; init; }

    public required ulong Dropped { get; init; }

    /// <summary>Of buckets: signal by signal.</summary>
    public required Bucket[] Buckets { get; init; }

    /// <summary>Of pairs.</summary>
    public required (double T, double X, double Y)[] Pairs { get; init; }

    /// <summary>Buckets of one signal that hold something, by their start.</summary>
    public IEnumerable<(long StartNs, Bucket Bucket)> Of(int signal) => Enumerable.Range(0, Count)
        .Select(i => (T0 + (i * WidthNs), Buckets[(signal * Count) + i]))
        .Where(entry => entry.Item2.Count > 0);

    public static SectionReading Of(ReadOnlySpan<byte> bytes)
    {
        (int signals, int count) =
            (BinaryPrimitives.ReadUInt16LittleEndian(bytes[2..]), BinaryPrimitives.ReadInt32LittleEndian(bytes[24..]));
        int cells = signals * count;
        var body = bytes[48..];
        Bucket[] buckets = [];
        (double, double, double)[] pairs = [];
        int length;
        if (bytes[0] == 1)
        {
            buckets = new Bucket[cells];
            for (int i = 0; i < cells; i++)
            {
                buckets[i] = new Bucket(
                    Double(body, i),
                    Double(body, cells + i),
                    Double(body, (2 * cells) + i),
                    Double(body, (3 * cells) + i),
                    BinaryPrimitives.ReadUInt32LittleEndian(body[((32 * cells) + (4 * i))..]));
            }

            length = 48 + (36 * cells) + (36 * cells % 8);
        }
        else
        {
            pairs = new (double, double, double)[count];
            for (int i = 0; i < count; i++)
                pairs[i] = (Double(body, i), Double(body, count + i), Double(body, (2 * count) + i));
            length = 48 + (24 * count);
        }

        BinaryPrimitives.ReadInt32LittleEndian(bytes[28..]).ShouldBe(length);
        return new SectionReading
        {
            Kind = bytes[0],
            IsReset = (bytes[1] & 1) != 0,
            IsCoarser = (bytes[1] & 2) != 0,
            Signals = signals,
            Id = BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]),
            T0 = BinaryPrimitives.ReadInt64LittleEndian(bytes[8..]),
            WidthNs = BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]),
            Count = count,
            Bytes = length,
            UntilNs = BinaryPrimitives.ReadInt64LittleEndian(bytes[32..]),
            Dropped = BinaryPrimitives.ReadUInt64LittleEndian(bytes[40..]),
            Buckets = buckets,
            Pairs = pairs,
        };
    }

    private static double Double(ReadOnlySpan<byte> bytes, int at) =>
        BinaryPrimitives.ReadDoubleLittleEndian(bytes[(8 * at)..]);
}
