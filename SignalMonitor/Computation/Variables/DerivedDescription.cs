using FuncLibs.Catalogue;

namespace SignalMonitor.Computation.Variables;

/// <summary>Describes variables as a stream of their own: each an analogue input with the number, name,
/// unit and revision of its row.</summary>
internal static class DerivedDescription
{
    /// <summary>The description; the publisher gives the stream its number.</summary>
    public static StreamDescription Of(StreamDescription stream, IReadOnlyList<RunningVariable> columns) => new(
        0, stream.Name, stream.BaseRateHz, stream.PointsPerBlock, [], [], [.. columns.Select(column => ChannelOf(stream, column))], [], []);

    // Points / points per block is the ratio of the rates; without a whole ratio the catalogue would be refused.
    private static ChannelDescription ChannelOf(StreamDescription stream, RunningVariable column)
    {
        int divisor = GreatestDivisor(column.Points, stream.PointsPerBlock);
        return new ChannelDescription(
            (int)column.Definition.Id,
            column.Name,
            column.Points / divisor,
            stream.PointsPerBlock / divisor,
            column.Points,
            [new ColumnDescription(column.Name, column.Unit, double.NegativeInfinity, double.PositiveInfinity, 0)])
        {
            Revision = (uint)column.Definition.Revision,
        };
    }

    private static int GreatestDivisor(int a, int b)
    {
        while (b != 0)
            (a, b) = (b, a % b);
        return a;
    }
}
