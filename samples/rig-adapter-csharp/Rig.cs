using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace RigAdapter;

/// <summary>
/// The rig: what it is and what it measures. REPLACE THIS FILE by your hardware and keep the others.
/// This one computes its values: a sine of 1 Hz in displacement control on a specimen of 25 kN/mm.
/// </summary>
internal sealed class Rig
{
    /// <summary>Samples a second: the base clock, to which all channels of a stream refer.</summary>
    public const int SampleRateHz = 1000;

    /// <summary>Samples in a block: 50 blocks a second. Between 20 and 500 blocks a second is usual.</summary>
    public const int PointsPerBlock = 20;

    /// <summary>Number of the one stream; any number, as long as hello and blocks agree.</summary>
    public const uint StreamId = 1;

    private const int AxisId = 1;
    private const short DisplacementControl = 0;
    private const int SamplesPerCycle = SampleRateHz;
    private const int LagSamples = 5;
    private const double AmplitudeMm = 2;
    private const double StiffnessKNPerMm = 25;

    /// <summary>The rig's description in its hello.</summary>
    public static StreamDescription Description { get; } = new(
        StreamId,
        "main",
        SampleRateHz,
        PointsPerBlock,
        Servo:
        [
            // One axis. Its rate is that of the base clock (1/1). Command and output always come first, then sensors.
            new ChannelDescription(AxisId, "axis", RateNum: 1, RateDen: 1, PointsPerBlock,
            [
                new ColumnDescription("command", "mm", Min: -50, Max: 50, Scale: 0),
                new ColumnDescription("output", "%", Min: -100, Max: 100, Scale: 0),
                new ColumnDescription("force", "kN", Min: -100, Max: 100, Scale: 0),
                new ColumnDescription("displacement", "mm", Min: -50, Max: 50, Scale: 0),
            ]),
        ],
        Temp: [],
        AD: [],
        BitIn: ["hydraulics"],
        BitOut: []);

    // Room for the blocks of the description. One block is enough: it is filled again and again.
    private readonly CDataBlock _block = new(Description.ToLayout());

    /// <summary>The samples from <paramref name="first"/> on, in engineering units; the block is valid until the next
    /// call.</summary>
    /// <param name="first">Index of its first sample since the rig began to measure.</param>
    public CDataBlock Read(long first)
    {
        CDataBlock block = _block;
        block.Clear();
        block.FirstSampleIndex = first;
        block.SampleRateHz = SampleRateHz;
        block.SetGroup(BlockGroup.Servo, 1);
        block.SetGroup(BlockGroup.Temp, 0);
        block.SetGroup(BlockGroup.AD, 0);
        block.SetBits(BitGroup.In, 1);
        block.SetBits(BitGroup.Out, 0);
        block.SetBit(BitGroup.In, 0, true);

        BlockChannel axis = block.Channel(BlockGroup.Servo, 0);
        axis.Id = AxisId;
        axis.PointCount = PointsPerBlock;
        axis.SensorCount = 2;
        for (int point = 0; point < PointsPerBlock; point++)
        {
            long sample = first + point;
            double displacement = Displacement(sample - LagSamples);
            axis.ActiveCtrl[point] = DisplacementControl;
            axis.Count[point] = sample / SamplesPerCycle;
            axis.Command[point] = Displacement(sample);
            axis.Output[point] = Displacement(sample) - displacement;
            axis.Sensor(0)[point] = StiffnessKNPerMm * displacement;
            axis.Sensor(1)[point] = displacement;
        }

        block.Counts = block.ArrayLengths;
        block.IsValid = true;
        return block;
    }

    private static double Displacement(long sample) => AmplitudeMm * Math.Sin(2 * Math.PI * sample / SamplesPerCycle);
}
