using System.Buffers;
using System.Collections.Immutable;
using FuncLibs.Blocks.Maps;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Catalogue.Codec;

/// <summary>
/// The catalogue as a map (content 8), both ways: <c>{revision, publisher, site, rig, epochs: [{epoch, stream, first,
/// last, exact}], streams: [...]}</c>. Bad bytes are an outcome with a path; nothing is thrown, and no limit is passed
/// before allocating.
/// </summary>
public static class CatalogueCodec
{
    /// <summary>Appends a catalogue to <paramref name="output"/>.</summary>
    public static void Write(PublisherCatalogue catalogue, IBufferWriter<byte> output)
    {
        var writer = new MessagePackWriter(output);
        writer.WriteMapHeader(6);
        writer.Write("revision");
        writer.Write((long)catalogue.Revision);
        writer.Write("publisher");
        writer.Write(catalogue.Publisher.ToString("D"));
        writer.Write("site");
        writer.Write(catalogue.Site);
        writer.Write("rig");
        writer.Write(catalogue.Rig);
        writer.Write("epochs");
        writer.WriteArrayHeader(catalogue.Epochs.Length);
        foreach (EpochDescription epoch in catalogue.Epochs)
            WriteEpoch(ref writer, epoch);
        writer.Write("streams");
        StreamEncoder.Write(ref writer, catalogue.Streams);
        writer.Flush();
    }

    /// <summary>Reads exactly one catalogue.</summary>
    /// <param name="document">The map.</param>
    /// <param name="catalogue">The catalogue; null when the outcome is not Ok.</param>
    /// <param name="limits">The default limits when left out.</param>
    public static CatalogueOutcome Read(
        ReadOnlySpan<byte> document, out PublisherCatalogue? catalogue, CatalogueLimits? limits = null)
    {
        limits ??= CatalogueLimits.Default;
        var reader = new MapReader(document);
        catalogue = reader.OpenDocument(limits.Depth, out MapScope map)
            && TryRead(ref reader, map, limits, out PublisherCatalogue? read)
            ? read
            : null;
        return reader.Fault is { Member: { } path, Reason: { } reason }
            ? CatalogueOutcome.Refused(path, reason)
            : CatalogueOutcome.Ok;
    }

    /// <summary>
    /// Writes the value of a key <c>streams</c>, for other maps that carry one (the hello of the controller link).
    /// </summary>
    internal static void WriteStreams(ref MessagePackWriter writer, ImmutableArray<StreamDescription> streams) =>
        StreamEncoder.Write(ref writer, streams);

    /// <summary>Reads the key <c>streams</c> of a map.</summary>
    internal static bool TryReadStreams(
        ref MapReader reader, in MapScope map, CatalogueLimits limits, out ImmutableArray<StreamDescription> streams) =>
        new StreamDecoder(limits).TryRead(ref reader, map, out streams);

    private static bool TryRead(
        ref MapReader reader, in MapScope map, CatalogueLimits limits, out PublisherCatalogue? catalogue)
    {
        catalogue = null;
        if (!reader.Read(map, "revision", 0, uint.MaxValue, out long revision)
            || !TryReadPublisher(ref reader, map, out Guid publisher)
            || !reader.Read(map, "site", limits.NameBytes, out string site)
            || !reader.Read(map, "rig", limits.NameBytes, out string rig)
            || !TryReadEpochs(ref reader, map, limits, out ImmutableArray<EpochDescription> epochs)
            || !TryReadStreams(ref reader, map, limits, out ImmutableArray<StreamDescription> streams))
        {
            return false;
        }

        catalogue = new PublisherCatalogue((uint)revision, publisher, site, rig, epochs, streams);
        return true;
    }

    private static bool TryReadPublisher(ref MapReader reader, in MapScope map, out Guid publisher)
    {
        publisher = default;
        return reader.Read(map, "publisher", 36, out string text)
            && (Guid.TryParseExact(text, "D", out publisher)
                || reader.Refuse("publisher", "expected a UUID as text"));
    }

    private static bool TryReadEpochs(
        ref MapReader reader, in MapScope map, CatalogueLimits limits, out ImmutableArray<EpochDescription> epochs)
    {
        epochs = [];
        if (!reader.Open(map, "epochs", limits.Epochs, out ItemScope items))
            return false;
        var builder = ImmutableArray.CreateBuilder<EpochDescription>(items.Count);
        for (int i = 0; i < items.Count; i++)
        {
            reader.MoveToNext(ref items);
            if (!reader.Within(i, TryReadEpoch(ref reader, out EpochDescription epoch)))
                return reader.Within("epochs", false);
            builder.Add(epoch);
        }

        epochs = builder.ToImmutable();
        return true;
    }

    private static bool TryReadEpoch(ref MapReader reader, out EpochDescription epoch)
    {
        epoch = default;
        if (!reader.Open(out MapScope map)
            || !reader.Read(map, "epoch", out ulong number)
            || !reader.Read(map, "stream", 0, uint.MaxValue, out long stream)
            || !reader.Read(map, "first", out ulong first)
            || !reader.Read(map, "last", out ulong last)
            || !reader.Read(map, "exact", out bool exact))
        {
            return false;
        }

        epoch = new EpochDescription(number, (uint)stream, first, last, exact);
        return true;
    }

    private static void WriteEpoch(ref MessagePackWriter writer, in EpochDescription epoch)
    {
        writer.WriteMapHeader(5);
        writer.Write("epoch");
        writer.Write(epoch.Epoch);
        writer.Write("stream");
        writer.Write((long)epoch.Stream);
        writer.Write("first");
        writer.Write(epoch.First);
        writer.Write("last");
        writer.Write(epoch.Last);
        writer.Write("exact");
        writer.Write(epoch.Exact);
    }
}
