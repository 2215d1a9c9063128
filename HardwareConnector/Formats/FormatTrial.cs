using System.Diagnostics;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using HardwareConnector.Publishing;

namespace HardwareConnector.Formats;

/// <summary>
/// Encodes and decodes blocks with a format, compares them bit for bit, and takes the time. The format gets a copy of
/// the block, which it may change by mistake, and is read by another instance, as with consumers. One thread.
/// </summary>
/// <param name="registry">The formats.</param>
/// <param name="name">Name of the format, one of these.</param>
/// <param name="maxPayloadBytes">Longest payload of a frame.</param>
internal sealed class FormatTrial(SerializerRegistry registry, string name, int maxPayloadBytes)
{
    private readonly IBlockSerializer _reader = registry.Create(name)!;
    private readonly BoundedOutput _output = new(maxPayloadBytes);
    private readonly CDataBlock _given = new(BlockLayout.Empty);
    private readonly CDataBlock _decoded = new(BlockLayout.Empty);

    /// <summary>The instance that encodes.</summary>
    public IBlockSerializer Writer { get; } = registry.Create(name)!;

    /// <summary>Tries a block; whatever the format throws is passed on.</summary>
    /// <param name="block">The block; it stays as it is.</param>
    /// <param name="times">How long it took.</param>
    /// <returns>How decoding ended, and how the block that came out differs; null = not at all.</returns>
    public (DecodeOutcome Outcome, string? Difference) Run(CDataBlock block, out CodecDurations times)
    {
        _given.CopyFrom(block);
        _output.Clear();
        long begun = Stopwatch.GetTimestamp();
        Writer.Serialize(_given, _output);
        long encoded = Stopwatch.GetTimestamp();
        DecodeOutcome outcome = _reader.Deserialize(_output.Written, _decoded);
        times = new CodecDurations(
            Ns(begun, encoded), Ns(encoded, Stopwatch.GetTimestamp()), _output.Written.Length);
        return (outcome, outcome.IsOk ? BlockEquality.Difference(block, _decoded) : null);
    }

    private static long Ns(long from, long to) => (long)Stopwatch.GetElapsedTime(from, to).TotalNanoseconds;
}
