using System.Buffers;
using System.Collections.Immutable;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Catalogue.Codec;

/// <summary>
/// The catalogue as a map (content 8), both ways: <c>{revision, publisher, site, rig, epochs: [{epoch, stream, first,
/// last, exact}], streams: [...]}</c>. Bad bytes are an outcome with a path; nothing is thrown, and no limit is passed
/// before memory is taken.
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
    /// <param name="catalogue">What it says; null when the outcome is not Ok.</param>
    /// <param name="limits">The default limits when left out.</param>
    public static CatalogueOutcome Read(
        ReadOnlySpan<byte> document, out PublisherCatalogue? catalogue, CatalogueLimits? limits = null)
    {
        limits ??= CatalogueLimits.Default;
        var refusal = new Refusal();
        catalogue = MapView.TryOpenDocument(document, limits.Depth, refusal, out MapView map)
            && TryRead(map, limits, refusal, out var read)
            ? read
            : null;
        return refusal.Outcome;
    }

    /// <summary>
    /// Writes the value of a key <c>streams</c>, for other maps that carry one (the hello of the controller link).
    /// </summary>
    internal static void WriteStreams(ref MessagePackWriter writer, ImmutableArray<StreamDescription> streams) =>
        StreamEncoder.Write(ref writer, streams);

    /// <summary>Reads the key <c>streams</c> of a map.</summary>
    public static bool TryReadStreams(
        in MapView map, CatalogueLimits limits, Refusal refusal, out ImmutableArray<StreamDescription> streams) =>
        new StreamDecoder(limits, refusal).TryRead(map, out streams);

    private static bool TryRead(
        in MapView map, CatalogueLimits limits, Refusal refusal, out PublisherCatalogue? catalogue)
    {
        catalogue = null;
        if (!map.Int("revision", 0, uint.MaxValue, out long revision)
            || !TryReadPublisher(map, refusal, out Guid publisher)
            || !map.Text("site", limits.NameBytes, out string site)
            || !map.Text("rig", limits.NameBytes, out string rig)
            || !TryReadEpochs(map, limits, refusal, out ImmutableArray<EpochDescription> epochs)
            || !TryReadStreams(map, limits, refusal, out ImmutableArray<StreamDescription> streams))
        {
            return false;
        }

        catalogue = new PublisherCatalogue((uint)revision, publisher, site, rig, epochs, streams);
        return true;
    }

    private static bool TryReadPublisher(in MapView map, Refusal refusal, out Guid publisher)
    {
        publisher = default;
        return map.Text("publisher", 36, out string text)
            && (Guid.TryParseExact(text, "D", out publisher)
                || refusal.Because("publisher", "expected a UUID as text"));
    }

    private static bool TryReadEpochs(
        in MapView map, CatalogueLimits limits, Refusal refusal, out ImmutableArray<EpochDescription> epochs)
    {
        epochs = [];
        if (!map.Items("epochs", limits.Epochs, out ItemsView items))
            return false;
        var builder = ImmutableArray.CreateBuilder<EpochDescription>(items.Count);
        for (int i = 0; i < items.Count; i++)
        {
            if (!refusal.Within(i, TryReadEpoch(items.Next(), refusal, out EpochDescription epoch)))
                return refusal.Within("epochs", false);
            builder.Add(epoch);
        }

        epochs = builder.ToImmutable();
        return true;
    }

    private static bool TryReadEpoch(ReadOnlySpan<byte> value, Refusal refusal, out EpochDescription epoch)
    {
        epoch = default;
        if (!MapView.TryOpen(value, refusal, out MapView map)
            || !map.Unsigned("epoch", out ulong number)
            || !map.Int("stream", 0, uint.MaxValue, out long stream)
            || !map.Unsigned("first", out ulong first)
            || !map.Unsigned("last", out ulong last)
            || !map.Bool("exact", out bool exact))
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
