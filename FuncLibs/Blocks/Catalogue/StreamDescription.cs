using System.Collections.Immutable;
using FuncLibs.Runtime.Timing;

namespace FuncLibs.Blocks.Catalogue;

/// <summary>
/// What a stream of blocks is: its channels, their rates, columns, units and ranges. Immutable; equal when all of it is
/// equal.
/// </summary>
/// <param name="Id">Number of the stream: the rig's own on the controller link, the publisher's in a catalogue.</param>
/// <param name="Name">1-24 of <c>a-z 0-9 _ -</c>: a level of the topic.</param>
/// <param name="BaseRateHz">Rate of the base clock, finite and above 0.</param>
/// <param name="PointsPerBlock">Points of the base clock in a full block, 1 or more.</param>
/// <param name="Servo">Servo channels, in order.</param>
/// <param name="Temp">Temperature channels, in order.</param>
/// <param name="AD">Analogue inputs, in order.</param>
/// <param name="BitIn">Names of the digital inputs; may be empty texts.</param>
/// <param name="BitOut">Names of the digital outputs.</param>
public sealed record StreamDescription(
    uint Id,
    string Name,
    double BaseRateHz,
    int PointsPerBlock,
    ImmutableArray<ChannelDescription> Servo,
    ImmutableArray<ChannelDescription> Temp,
    ImmutableArray<ChannelDescription> AD,
    ImmutableArray<string> BitIn,
    ImmutableArray<string> BitOut)
{
    private const int MaxTokenBytes = 9;
    private const int MaxColumnHeaderBytes = 16;
    private const int MaxFrameBytes = 64;

    /// <summary>How its samples were made of those of a faster stream; null where they were not.</summary>
    public StreamReduction? Reduction { get; init; }

    /// <summary>
    /// Duration of a full block in ns, rounded down. For the due time of a later block use <see cref="SampleClock"/>.
    /// </summary>
    public long BlockDurationNs => SampleClock.NsOf(PointsPerBlock, BaseRateHz);

    /// <summary>Full blocks a second.</summary>
    public double BlocksPerSecond => BaseRateHz / PointsPerBlock;

    /// <summary>
    /// Bytes that a content 1 document of a full block never exceeds, whatever its policy: for sizing buffers.
    /// </summary>
    public int MaxDocumentBytes
    {
        get
        {
            BlockLayout layout = ToLayout();
            int columns = Servo.Concat(Temp).Sum(c => c.Columns.Length + ChannelDescription.ControlColumns) + AD.Length;
            return (layout.ValueCount * MaxTokenBytes) + ((columns + layout.ChannelCount) * MaxColumnHeaderBytes)
                + ((BitIn.Length + BitOut.Length) / 8) + MaxFrameBytes;
        }
    }

    /// <summary>Channels of a group.</summary>
    public ImmutableArray<ChannelDescription> Channels(BlockGroup group) => group switch
    {
        BlockGroup.Servo => Servo,
        BlockGroup.Temp => Temp,
        _ => AD,
    };

    /// <summary>The capacity that a full block needs.</summary>
    /// <exception cref="BlockLayoutException">Beyond the limits; cannot be for a description that was
    /// decoded.</exception>
    public BlockLayout ToLayout(BlockLimits? limits = null) => new(
        [.. Servo.Select(ControlShape)], [.. Temp.Select(ControlShape)], [.. AD.Select(
            c => new ChannelShape(c.Points))],
        BitIn.Length, BitOut.Length, limits);

    /// <summary>Whether a block is one of this stream; see <see cref="BlockFit"/>.</summary>
    public CatalogueOutcome CheckFit(CDataBlock block) => BlockFit.Check(this, block);

    /// <summary>True when all members, all channels and all bit names are equal.</summary>
    public bool Equals(StreamDescription? other) =>
        other is not null
        && (Id, Name, BaseRateHz, PointsPerBlock) == (other.Id, other.Name, other.BaseRateHz, other.PointsPerBlock)
        && Servo.SequenceEqual(other.Servo)
        && Temp.SequenceEqual(other.Temp)
        && AD.SequenceEqual(other.AD)
        && BitIn.SequenceEqual(other.BitIn)
        && BitOut.SequenceEqual(other.BitOut)
        && Reduction == other.Reduction;

    /// <inheritdoc/>
    public override int GetHashCode() =>
        HashCode.Combine(Id, Name, BaseRateHz, PointsPerBlock, Servo.Length, Temp.Length, AD.Length);

    private static ChannelShape ControlShape(ChannelDescription channel) =>
        new(channel.Points, channel.Columns.Length - ChannelDescription.ControlColumns);
}

/// <summary>How the samples of a stream were made of those of a faster one.</summary>
/// <param name="Kind">The rule, such as <see cref="MinMax"/>; 1 to 24 bytes.</param>
/// <param name="SourceRateHz">Rate of the base clock of the faster stream.</param>
/// <param name="SamplesPerInterval">Samples of that clock in an interval, 1 or more.</param>
public sealed record StreamReduction(string Kind, double SourceRateHz, long SamplesPerInterval)
{
    /// <summary>
    /// Two samples of each interval: the smallest and the largest of a column, in the order of their time, each at the
    /// begin of its half of the interval.
    /// </summary>
    public const string MinMax = "minmax";
}
