namespace FuncLibs.Journal.Position;

/// <summary>What the last life of a publisher left in its position file.</summary>
/// <param name="Publisher">The publisher.</param>
/// <param name="Epoch">Its epoch.</param>
/// <param name="IsClean">True after a clean stop.</param>
/// <param name="IsExact">True when the numbers are the last that were sent: after a clean stop, or when the system has not restarted
/// since. False after a power cut, where they may lag behind by at most one commit interval.</param>
/// <param name="Streams">Each stream's last sequence.</param>
public sealed record PositionSnapshot(Guid Publisher, ulong Epoch, bool IsClean, bool IsExact, IReadOnlyList<StreamPosition> Streams)
{
    /// <summary>Last sequence of a stream; 0 when it sent nothing.</summary>
    public ulong LastOf(uint stream) => Streams.FirstOrDefault(position => position.Stream == stream).Last;
}
