using System.Globalization;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Hosting.State;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Derived;

/// <summary>
/// The derived streams and the catalogue that describes them: their numbers and each revision are in the state folder
/// before they are used,
/// or hold in memory while the disk refuses them (<see cref="PublisherState.Outcome"/>). Publishing thread only.
/// </summary>
internal sealed class DerivedCatalogue
{
    private const int MaxNameLength = 24;

    private readonly PublisherIdentity _identity;
    private readonly PublisherState _state;
    private readonly List<Entry> _entries = [];
    private readonly PayloadBuffer _encoded = new();

    /// <summary>A catalogue without streams.</summary>
    public DerivedCatalogue(PublisherIdentity identity, PublisherState state)
    {
        _identity = identity;
        _state = state;
        Describe();
    }

    /// <summary>Revision of the catalogue in force.</summary>
    public uint Revision { get; private set; }

    /// <summary>The catalogue as its payload.</summary>
    public ReadOnlySpan<byte> Encoded => _encoded.Written;

    /// <summary>The streams.</summary>
    public IReadOnlyList<Entry> Entries => _entries;

    /// <summary>A stream has a new form: a new revision. May wait for the disk; blocks queue meanwhile.</summary>
    public void Describe(DerivedForm form)
    {
        DerivedStream stream = form.Stream;
        _state.Prepare([stream.Key]);
        uint id = _state.StreamId(stream.Key);
        int known = _entries.FindIndex(entry => entry.Id == id);
        Entry entry =
            new(id, TopicOf(stream), stream, form.Description with { Id = id, Name = CatalogueName(stream, id) });
        if (known < 0)
            _entries.Add(entry);
        else
            _entries[known] = entry;
        Describe();
    }

    /// <summary>Saves what the disk refused before, if anything.</summary>
    public void Save() => _state.Save();

    /// <summary>
    /// The entry of a stream that was described; that of the newest one of its name after another publisher came.
    /// </summary>
    public Entry Find(DerivedStream stream)
    {
        foreach (Entry entry in _entries)
        {
            if (ReferenceEquals(entry.Stream, stream)
                || (entry.Stream.Name == stream.Name && entry.Stream.Station == stream.Station))
                return entry;
        }

        throw new InvalidOperationException($"Derived stream {stream.Name} was not described.");
    }

    private Topic TopicOf(DerivedStream stream)
    {
        string[] station = stream.Station.Split('/');
        return station.Length == 2
            ? Topic.Create(FrameKind.Derived, station[0], station[1], stream.Name)
            : Topic.Create(FrameKind.Derived, _identity.Site, _identity.Rig, stream.Name);
    }

    // Names of a catalogue are unique, and short.
    private static string CatalogueName(DerivedStream stream, uint id)
    {
        if (stream.Station.Length == 0)
            return stream.Name;
        string number = string.Create(CultureInfo.InvariantCulture, $"-{id}");
        return stream.Name[..Math.Min(stream.Name.Length, MaxNameLength - number.Length)] + number;
    }

    private void Describe()
    {
        Revision = _state.NextCatalogueRevision();
        _state.Save();
        _encoded.Clear();
        PublisherCatalogue catalogue = new(
            Revision,
            _identity.Publisher,
            _identity.Site,
            _identity.Rig,
            [],
            [.. _entries.Select(entry => entry.Description)]);
        CatalogueCodec.Write(catalogue, _encoded);
    }

    /// <summary>A stream as it is published.</summary>
    /// <param name="Id">Its number.</param>
    /// <param name="Topic">Its topic.</param>
    /// <param name="Stream">The stream.</param>
    /// <param name="Description">Its variables.</param>
    public sealed record Entry(uint Id, Topic Topic, DerivedStream Stream, StreamDescription Description);
}
