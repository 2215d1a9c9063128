using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Testing.Rigs;

namespace Browser.Rigs;

/// <summary>
/// A rig on the controller link whose own texts are what a page must never take for HTML, and whose second channel has
/// no number: its force is NaN, its stroke infinite, of both signs in each block.
/// </summary>
internal sealed class HostileRig : IDisposable
{
    public const string ChannelName = "<script>alert(1)</script>";
    public const string Unit = "<b>kN</b>";

    private readonly ChangedRig _rig = new(Rename, Break);

    public string Endpoint => _rig.Endpoint;

    public void Dispose() => _rig.Dispose();

    private static void Break(CDataBlock block)
    {
        BlockChannel channel = block.Channel(BlockGroup.Servo, 1);
        channel.Sensor(0).Fill(double.NaN);
        channel.Sensor(1)[..^1].Fill(double.NegativeInfinity);
        channel.Sensor(1)[^1] = double.PositiveInfinity;
    }

    // The first sensor of the first channel, and the first digital input.
    private static StreamDescription Rename(StreamDescription stream)
    {
        ChannelDescription first = stream.Servo[0];
        ColumnDescription force =
            first.Columns[ChannelDescription.ControlColumns] with { Name = ChannelName, Unit = Unit };
        ImmutableArray<ColumnDescription> columns = first.Columns.SetItem(ChannelDescription.ControlColumns, force);
        return stream with
        {
            Servo = stream.Servo.SetItem(0, first with { Name = ChannelName, Columns = columns }),
            BitIn = stream.BitIn.IsEmpty ? stream.BitIn : stream.BitIn.SetItem(0, ChannelName),
        };
    }
}
