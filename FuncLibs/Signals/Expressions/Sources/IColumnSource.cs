namespace FuncLibs.Signals.Expressions.Sources;

/// <summary>
/// Where a program reads a block from: a rig's block, or arrays. Columns go by the number their scope gave them.
/// </summary>
public interface IColumnSource
{
    /// <summary>
    /// The values of a column in this block; shorter than others of its rate, or empty, when some did not come. Called
    /// often.
    /// </summary>
    ReadOnlySpan<double> Values(int column);

    /// <summary>Index of the first value among all points of its channel since the stream began.</summary>
    long FirstIndex(int column);

    /// <summary>
    /// The least that is wrong with every value of the column, for instance <see cref="Quality.Stale"/>.
    /// </summary>
    Quality Floor(int column);
}
