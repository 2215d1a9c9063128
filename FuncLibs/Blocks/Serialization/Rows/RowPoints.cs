namespace FuncLibs.Blocks.Serialization.Rows;

/// <summary>
/// Points of a channel, 8 at a time, straight between their bytes and the columns, where the processor can. Stops at
/// what is not alike; <see cref="RowPoint"/> continues, and reports what is wrong.
/// </summary>
internal static partial class RowPoints
{
    /// <summary>Points of a step.</summary>
    public const int Step = 8;

    /// <summary>Reads points while they are alike.</summary>
    /// <param name="source">Begins at a point.</param>
    /// <param name="words">The words of the channel from this point of its first column on.</param>
    /// <param name="stride">Words from one column to the next.</param>
    /// <param name="points">Points that follow.</param>
    /// <param name="sensors">Sensors that every point has.</param>
    /// <param name="bytes">Bytes of the points that were read.</param>
    /// <returns>Points read.</returns>
    public static int Read(
        ReadOnlySpan<byte> source, Span<long> words, int stride, int points, int sensors, out int bytes)
    {
        int done = 0;
        bytes = 0;
        ReadAlike(source, words, stride, points, sensors, ref done, ref bytes);
        return done;
    }

    /// <summary>Writes points while they are alike.</summary>
    /// <param name="words">The words of the channel from the first point of its first column on.</param>
    /// <param name="stride">Words from one column to the next.</param>
    /// <param name="points">Points that follow.</param>
    /// <param name="sensors">Sensors of each.</param>
    /// <param name="target">Where they go.</param>
    /// <param name="bytes">Bytes written.</param>
    /// <returns>Points written.</returns>
    public static int Write(
        ReadOnlySpan<long> words, int stride, int points, int sensors, Span<byte> target, out int bytes)
    {
        int done = 0;
        bytes = 0;
        WriteAlike(words, stride, points, sensors, target, ref done, ref bytes);
        return done;
    }

    static partial void ReadAlike(
        ReadOnlySpan<byte> source, Span<long> words, int stride, int points, int sensors, ref int done, ref int bytes);

    static partial void WriteAlike(
        ReadOnlySpan<long> words, int stride, int points, int sensors, Span<byte> target, ref int done, ref int bytes);
}
