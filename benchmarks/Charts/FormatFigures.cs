namespace Benchmarks.Charts;

/// <summary>What one format costs on one kind of data.</summary>
/// <param name="Format">Name of the format.</param>
/// <param name="EncodeUs">Microseconds to encode a block.</param>
/// <param name="DecodeUs">Microseconds to decode it.</param>
/// <param name="Bytes">Length of its payload.</param>
public sealed record FormatFigures(string Format, double EncodeUs, double DecodeUs, double Bytes);
