using System.Collections.Immutable;

namespace FuncLibs.Blocks.Catalogue;

/// <summary>What a publisher sends: the payload of a catalogue frame.</summary>
/// <param name="Revision">Grows while the publisher runs; data frames name the revision that describes them.</param>
/// <param name="Publisher">Id of the installation.</param>
/// <param name="Site">Name of the site, a level of the topic.</param>
/// <param name="Rig">Name of the rig, a level of the topic.</param>
/// <param name="Epochs">Earlier runs of the publisher that are still known.</param>
/// <param name="Streams">Its streams.</param>
public sealed record PublisherCatalogue(
    uint Revision,
    Guid Publisher,
    string Site,
    string Rig,
    ImmutableArray<EpochDescription> Epochs,
    ImmutableArray<StreamDescription> Streams)
{
    /// <summary>The stream with this number, or null.</summary>
    public StreamDescription? Stream(uint id) => Streams.FirstOrDefault(s => s.Id == id);

    /// <summary>True when all members, epochs and streams are equal.</summary>
    public bool Equals(PublisherCatalogue? other) =>
        other is not null
        && (Revision, Publisher, Site, Rig) == (other.Revision, other.Publisher, other.Site, other.Rig)
        && Epochs.SequenceEqual(other.Epochs)
        && Streams.SequenceEqual(other.Streams);

    /// <inheritdoc/>
    public override int GetHashCode() =>
        HashCode.Combine(Revision, Publisher, Site, Rig, Epochs.Length, Streams.Length);
}

/// <summary>The sequences that one stream had in one run of its publisher.</summary>
/// <param name="Epoch">The run of the process.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="First">First sequence, from 1.</param>
/// <param name="Last">Last sequence that is known; <paramref name="First"/> - 1 when there was none.</param>
/// <param name="Exact">False after a power loss: more may have been sent.</param>
public readonly record struct EpochDescription(ulong Epoch, uint Stream, ulong First, ulong Last, bool Exact);
