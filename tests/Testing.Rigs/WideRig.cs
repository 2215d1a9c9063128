using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Simulator.Rig;

namespace Testing.Rigs;

/// <summary>
/// A rig on the controller link with as many columns as a block may have: 64 servo channels of 64 columns, 10 blocks a
/// second.
/// </summary>
public sealed class WideRig : IDisposable
{
    public const int Channels = 64;

    /// <summary>Of each channel, besides its control mode, count, command and output.</summary>
    public const int Sensors = 60;

    private const int Points = 2;
    private const double RateHz = 20;

    private static readonly ReferenceShape Shape = new(new(Channels, Points, Sensors), default, default, 0, 0, 0);

    private readonly PlayedRig _rig = new(Describe(), Fill);

    /// <summary>For `--Source:Endpoint` of a connector.</summary>
    public string Endpoint => _rig.Endpoint;

    public void Dispose() => _rig.Dispose();

    private static StreamDescription Describe() => new(
        SimulatedRig.StreamId,
        "main",
        RateHz,
        Points,
        [.. Enumerable.Range(0, Channels).Select(Channel)],
        [],
        [],
        [],
        []);

    private static ChannelDescription Channel(int channel)
    {
        IEnumerable<string> names =
        [
            "command",
            "output",
            .. Enumerable.Range(1, Sensors).Select(sensor => $"gauge{sensor}"),
        ];
        ImmutableArray<ColumnDescription> columns =
        [
            .. names.Select(name => new ColumnDescription(name, "mm", -100, 100, 0)),
        ];
        return new ChannelDescription(channel, "", 1, 1, Points, columns);
    }

    private static void Fill(CDataBlock block, long tick)
    {
        ReferenceBlocks.Fill(block, Shape with { FirstSampleIndex = tick * Points });
        block.SampleRateHz = RateHz;
    }
}
