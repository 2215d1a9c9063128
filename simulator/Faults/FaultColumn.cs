using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace Simulator.Faults;

/// <summary>The place of a fault in the blocks: a channel, and one of its float columns or all of them.</summary>
/// <param name="Group">Group of the channel.</param>
/// <param name="Channel">Its position in the group.</param>
/// <param name="Column">Position of the column in the channel's description, or <see cref="All"/>.</param>
public readonly record struct FaultColumn(BlockGroup Group, int Channel, int Column)
{
    /// <summary>Every float column of the channel.</summary>
    public const int All = -1;

    /// <summary>True when two places have a column in common.</summary>
    public bool Meets(in FaultColumn other) =>
        (Group, Channel) == (other.Group, other.Channel) && (Column == other.Column || Column == All || other.Column == All);

    /// <summary>True when it names a column of its channel.</summary>
    public bool Has(int column) => Column == All || Column == column;

    /// <summary>The values of a column of a block's channel.</summary>
    /// <param name="channel">The channel.</param>
    /// <param name="column">Position in the channel's description: command, output, sensors; or 0 for an analogue input.</param>
    public static Span<double> ValuesOf(BlockChannel channel, int column) => (channel.Group, column) switch
    {
        (BlockGroup.AD, _) => channel.Values,
        (_, 0) => channel.Command,
        (_, 1) => channel.Output,
        _ => channel.Sensor(column - ChannelDescription.ControlColumns),
    };
}
