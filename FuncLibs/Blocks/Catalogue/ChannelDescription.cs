using System.Collections.Immutable;

namespace FuncLibs.Blocks.Catalogue;

/// <summary>What one channel of a stream is.</summary>
/// <param name="Id">The rig's number, as in the blocks.</param>
/// <param name="Name">Name for people; may be empty.</param>
/// <param name="RateNum">Channel rate / base rate = <paramref name="RateNum"/> / <paramref name="RateDen"/>; 1 or
/// more.</param>
/// <param name="RateDen">See <paramref name="RateNum"/>; 1 or more.</param>
/// <param name="Points">
/// Points of a full block: points of the stream * RateNum / RateDen; 0 for a channel that is not in the stream and
/// keeps its place, as in a recording of other channels.
/// </param>
/// <param name="Columns">Command, output, sensor 1..S (servo, temperature), or the one column of an analogue
/// input.</param>
public sealed record ChannelDescription(
    int Id, string Name, int RateNum, int RateDen, int Points, ImmutableArray<ColumnDescription> Columns)
{
    /// <summary>Columns of a servo or temperature channel that are not sensors: command and output.</summary>
    public const int ControlColumns = 2;

    /// <summary>Revision of the definition of a derived channel, from 1; 0 for a channel that is measured.</summary>
    public uint Revision { get; init; }

    /// <summary>True when all members and all columns are equal.</summary>
    public bool Equals(ChannelDescription? other) =>
        other is not null
        && (Id, Name, RateNum, RateDen, Points, Revision)
            == (other.Id, other.Name, other.RateNum, other.RateDen, other.Points, other.Revision)
        && Columns.SequenceEqual(other.Columns);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Id, Name, RateNum, RateDen, Points, Columns.Length);
}

/// <summary>What one float column of a channel measures.</summary>
/// <param name="Name">Name of the quantity (<c>force</c>); empty takes the default of its position.</param>
/// <param name="Unit">Unit of the values as they are on the wire (<c>kN</c>); empty is dimensionless.</param>
/// <param name="Min">Lower end of the measuring range, in <paramref name="Unit"/>.</param>
/// <param name="Max">Upper end of the measuring range, in <paramref name="Unit"/>.</param>
/// <param name="Scale">Units per raw count of the converter, 0 when unknown. For information: values are engineering
/// units already.</param>
public sealed record ColumnDescription(string Name, string Unit, double Min, double Max, double Scale);
