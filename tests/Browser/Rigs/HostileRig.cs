using System.Collections.Immutable;
using FuncLibs.Catalogue;
using Testing.Rigs;

namespace Browser.Rigs;

/// <summary>A rig on the controller link whose own texts are what a page must never take for HTML.</summary>
internal sealed class HostileRig : IDisposable
{
    public const string ChannelName = "<script>alert(1)</script>";
    public const string Unit = "<b>kN</b>";

    private readonly ChangedRig _rig = new(Rename);

    public string Endpoint => _rig.Endpoint;

    public void Dispose() => _rig.Dispose();

    // The first sensor of the first channel, and the first digital input.
    private static StreamDescription Rename(StreamDescription stream)
    {
        ChannelDescription first = stream.Servo[0];
        ColumnDescription force = first.Columns[ChannelDescription.ControlColumns] with { Name = ChannelName, Unit = Unit };
        ImmutableArray<ColumnDescription> columns = first.Columns.SetItem(ChannelDescription.ControlColumns, force);
        return stream with
        {
            Servo = stream.Servo.SetItem(0, first with { Name = ChannelName, Columns = columns }),
            BitIn = stream.BitIn.IsEmpty ? stream.BitIn : stream.BitIn.SetItem(0, ChannelName),
        };
    }
}
