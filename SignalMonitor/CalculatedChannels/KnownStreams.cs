using System.Buffers;
using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// The streams that a monitor met last, in a file of its state folder: so that the verbs can judge a formula while no
/// rig is there. The file is a catalogue as it is on the wire; one that cannot be used is as if it were not there.
/// </summary>
internal static class KnownStreams
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string FileName = "streams.msgpack";

    private const long MaxBytes = 16 << 20;

    // Of no publisher in particular: a monitor may follow several.
    private static readonly Guid NoPublisher = new(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /// <summary>Saves them.</summary>
    /// <param name="folder">The state folder.</param>
    /// <param name="station">Site/rig.</param>
    /// <param name="streams">The streams of the station.</param>
    /// <param name="isOneOfMany">True where the monitor follows several stations: each has a file.</param>
    /// <exception cref="IOException">They cannot be saved.</exception>
    /// <exception cref="UnauthorizedAccessException">They may not be saved.</exception>
    public static void Save(
        string folder, string station, IEnumerable<StreamDescription> streams, bool isOneOfMany = false)
    {
        string[] names = station.Split('/');
        ArrayBufferWriter<byte> content = new();
        CatalogueCodec.Write(new PublisherCatalogue(1, NoPublisher, names[0], names[^1], [], [.. streams]), content);
        AtomicFile.Write(Path.Combine(folder, isOneOfMany ? FileOf(station) : FileName), content.WrittenSpan);
    }

    /// <summary>The streams; none when there is no file that can be read.</summary>
    /// <param name="folder">The state folder.</param>
    /// <param name="station">
    /// Site/rig, where the monitor follows several; before it was saved as such, what a monitor of that station alone
    /// saved. Null where it follows one.
    /// </param>
    public static ImmutableArray<StreamDescription> Load(string folder, string? station = null)
    {
        if (station is null)
            return Read(Path.Combine(folder, FileName))?.Streams ?? [];
        PublisherCatalogue? known = Read(Path.Combine(folder, FileOf(station))) ?? Read(Path.Combine(folder, FileName));
        return known is not null && $"{known.Site}/{known.Rig}" == station ? known.Streams : [];
    }

    private static string FileOf(string station) =>
        $"streams-{station.Replace('/', '.')}{Path.GetExtension(FileName)}";

    private static PublisherCatalogue? Read(string path)
    {
        try
        {
            if (!File.Exists(path) || new FileInfo(path).Length > MaxBytes)
                return null;
            return CatalogueCodec.Read(File.ReadAllBytes(path), out PublisherCatalogue? catalogue).IsOk
                ? catalogue : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
