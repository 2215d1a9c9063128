using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace Simulator.Faults.Playing;

/// <summary>A rig's description while faults change it. Allocates: only at a new hello.</summary>
internal static class FaultedDescription
{
    /// <summary>The description with a fault.</summary>
    public static StreamDescription With(StreamDescription stream, ScheduledFault fault)
    {
        ImmutableArray<ChannelDescription> channels = stream.Channels(fault.Place.Group);
        if (fault.Place.Channel >= channels.Length)
            return stream;
        ChannelDescription channel = channels[fault.Place.Channel];
        ImmutableArray<ChannelDescription> changed = fault.Kind == FaultKind.Unit
            ? channels.SetItem(fault.Place.Channel, channel with { Columns = Changed(channel.Columns, fault) })
            : channels.RemoveAt(fault.Place.Channel);
        return fault.Place.Group switch
        {
            BlockGroup.Servo => stream with { Servo = changed },
            BlockGroup.Temp => stream with { Temp = changed },
            _ => stream with { AD = changed },
        };
    }

    private static ImmutableArray<ColumnDescription> Changed(
        ImmutableArray<ColumnDescription> columns, ScheduledFault fault)
    {
        ColumnDescription column = columns[fault.Place.Column];
        double low = column.Min * fault.Amount * fault.RangeFactor;
        double high = column.Max * fault.Amount * fault.RangeFactor;
        return columns.SetItem(fault.Place.Column, column with
        {
            Unit = fault.Unit ?? column.Unit,
            Min = Math.Min(low, high),
            Max = Math.Max(low, high),
            Scale = column.Scale * Math.Abs(fault.Amount),
        });
    }
}
