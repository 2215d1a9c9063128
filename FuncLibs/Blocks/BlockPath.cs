using System.Globalization;

namespace FuncLibs.Blocks;

/// <summary>
/// A place inside a block, as a value that costs nothing until it is printed: <c>servo[3].sensor[2][17]</c>.
/// </summary>
/// <param name="Part">Name of the outermost part: <c>servo</c>, <c>temp</c>, <c>ad</c>, <c>bitIn</c>,
/// <c>sampleRateHz</c> and so on; null is the whole block.</param>
/// <param name="Channel">Index of the channel, or -1.</param>
/// <param name="Member">Name of the member of the channel (<c>sensor</c>, <c>datas</c>), or null.</param>
/// <param name="Index">Index after the member, or -1.</param>
/// <param name="Point">Second index after the member (the point of a column), or -1.</param>
/// <param name="Leaf">Name of a member inside that (<c>sensors</c> in <c>datas[1].sensors</c>), or null.</param>
public readonly record struct BlockPath(
    string? Part, int Channel = -1, string? Member = null, int Index = -1, int Point = -1, string? Leaf = null)
{
    /// <inheritdoc/>
    public override string ToString() => Part is null
        ? "block"
        : string.Concat(
            Part, Brackets(Channel), Dot(Member), string.Concat(Brackets(Index), Brackets(Point), Dot(Leaf)));

    private static string Dot(string? name) => name is null ? "" : "." + name;

    private static string Brackets(int index) =>
        index < 0 ? "" : string.Create(CultureInfo.InvariantCulture, $"[{index}]");
}
