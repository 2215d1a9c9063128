using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Catalogue;
using Simulator.Presets;

namespace Simulator.Faults.Reading;

/// <summary>A place with the names that the file gave it.</summary>
internal readonly record struct FaultPlaced(FaultColumn Place, string? Channel, string? Sensor);

/// <summary>Finds channels and sensors by name.</summary>
internal sealed class FaultPlaces(StreamDescription stream, PresetFaults faults)
{
    private static readonly BlockGroup[] Groups = [BlockGroup.Servo, BlockGroup.Temp, BlockGroup.AD];

    /// <summary>Reads the keys of place that a kind takes.</summary>
    public FaultPlaced Read(FaultKeys keys, FaultTraits traits)
    {
        if (traits.Place == FaultPlace.Rig)
            return default;
        string? name = keys.Text("channel");
        bool takesSensor = traits.Place is FaultPlace.Values or FaultPlace.Sensor;
        string? sensor = takesSensor ? keys.Text("sensor") : null;
        if (name is null)
        {
            if (!keys.Has("channel"))
                faults.Add(keys.PathOf("channel"), "missing", $"one of {Names(traits)}");
            return default;
        }

        if (Find(name) is not { } place || !Suits(place, traits))
        {
            faults.Add(keys.PathOf("channel"), $"'{name}' is not such a channel", $"one of {Names(traits)}");
            return default;
        }

        ImmutableArray<ColumnDescription> columns = stream.Channels(place.Group)[place.Channel].Columns;
        int column = FaultColumn.All;
        if (sensor is not null)
            column = columns.Select((c, i) => c.Name == sensor ? i : -1).Max();
        bool isMissing = traits.Place == FaultPlace.Sensor && !keys.Has("sensor");
        if ((sensor is not null && column < 0) || isMissing)
        {
            string what = isMissing ? "missing" : $"channel {name} has no '{sensor}'";
            faults.Add(keys.PathOf("sensor"), what, $"one of {string.Join(", ", columns.Select(c => c.Name))}");
        }

        return new FaultPlaced(place with { Column = column }, name, sensor);
    }

    /// <summary>Every channel that a kind may be at.</summary>
    public IEnumerable<(FaultColumn Place, string Name)> Candidates(FaultTraits traits) =>
        from channel in AllChannels()
        where Suits(channel.Place, traits)
        select channel;

    /// <summary>The columns of a channel.</summary>
    public ImmutableArray<ColumnDescription> Columns(in FaultColumn place) => stream.Channels(place.Group)[place.Channel].Columns;

    private IEnumerable<(FaultColumn Place, string Name)> AllChannels() =>
        from @group in Groups
        from channel in stream.Channels(@group).Select((description, i) => (description.Name, Index: i))
        select (new FaultColumn(@group, channel.Index, FaultColumn.All), channel.Name);

    private FaultColumn? Find(string name)
    {
        foreach ((FaultColumn place, string channel) in AllChannels())
        {
            if (channel == name)
                return place;
        }

        return null;
    }

    private bool Suits(FaultColumn place, FaultTraits traits) => traits.Place switch
    {
        FaultPlace.Axis => place.Group == BlockGroup.Servo,
        FaultPlace.Counted => place.Group != BlockGroup.AD,
        FaultPlace.LastChannel => place.Channel > 0 && place.Channel == stream.Channels(place.Group).Length - 1,
        _ => true,
    };

    private string Names(FaultTraits traits)
    {
        string[] names = [.. Candidates(traits).Select(candidate => candidate.Name)];
        return names.Length > 0 ? string.Join(", ", names) : "none: the rig has no such channel";
    }
}
