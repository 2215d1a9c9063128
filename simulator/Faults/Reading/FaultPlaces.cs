using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Simulator.Presets;

namespace Simulator.Faults.Reading;

/// <summary>A place with the names that the file gave it.</summary>
internal readonly record struct FaultPlaced(FaultColumn Place, string? Channel, string? Sensor);

/// <summary>Finds channels and sensors by name: that which monitors show, `servo1`, or the rig's own.</summary>
internal sealed class FaultPlaces(StreamDescription stream, PresetFaults faults)
{
    private static readonly BlockGroup[] Groups = [BlockGroup.Servo, BlockGroup.Temp, BlockGroup.AD];

    /// <summary>Reads the keys of place that a kind takes.</summary>
    public FaultPlaced Read(FaultKeys keys, FaultTraits traits)
    {
        if (traits.Place == FaultPlace.Rig)
            return default;
        string? name = keys.Text("channel");
        bool takesSensor = traits.Place is FaultPlace.Values or FaultPlace.Sensor or FaultPlace.AxisSensor;
        string? sensor = takesSensor ? keys.Text("sensor") : null;
        if (name is null)
        {
            if (!keys.Has("channel"))
                faults.Add(keys.PathOf("channel"), "missing", $"one of {Names(traits)}");
            return default;
        }

        if (Find(name) is not { } found || !Suits(found.Place, traits))
        {
            faults.Add(keys.PathOf("channel"), $"'{name}' is not such a channel", $"one of {Names(traits)}");
            return default;
        }

        return new FaultPlaced(
            found.Place with { Column = ColumnOf(sensor, found.Place, keys, traits) }, found.Name, sensor);
    }

    /// <summary>Every channel that a kind may be at.</summary>
    public IEnumerable<(FaultColumn Place, string Name)> Candidates(FaultTraits traits) =>
        from channel in AllChannels()
        where Suits(channel.Place, traits)
        select channel;

    /// <summary>First column that a kind may be at: a command is not tared.</summary>
    public static int FirstColumn(FaultTraits traits) =>
        traits.Place == FaultPlace.AxisSensor ? ChannelDescription.ControlColumns : 0;

    /// <summary>The columns of a channel.</summary>
    public ImmutableArray<ColumnDescription> Columns(in FaultColumn place) =>
        stream.Channels(place.Group)[place.Channel].Columns;

    private IEnumerable<(FaultColumn Place, string Name)> AllChannels() =>
        from @group in Groups
        from i in Enumerable.Range(0, stream.Channels(@group).Length)
        select (new FaultColumn(@group, i, FaultColumn.All), NameOf(@group, i));

    private (FaultColumn Place, string Name)? Find(string name)
    {
        foreach ((FaultColumn place, string shown) in AllChannels())
        {
            if (shown == name || stream.Channels(place.Group)[place.Channel].Name == name)
                return (place, shown);
        }

        return null;
    }

    private int ColumnOf(string? sensor, FaultColumn place, FaultKeys keys, FaultTraits traits)
    {
        if (traits.Place == FaultPlace.Values && !keys.Has("sensor"))
            return FaultColumn.All;
        if (traits.Place is not (FaultPlace.Values or FaultPlace.Sensor or FaultPlace.AxisSensor))
            return FaultColumn.All;
        ImmutableArray<ColumnDescription> columns = Columns(place);
        int first = FirstColumn(traits);
        for (int column = first; column < columns.Length; column++)
        {
            if (columns[column].Name == sensor)
                return column;
        }

        string what = keys.Has("sensor") ? $"{NameOf(place.Group, place.Channel)} has no such '{sensor}'" : "missing";
        faults.Add(keys.PathOf("sensor"), what, $"one of {string.Join(", ", columns.Skip(first).Select(c => c.Name))}");
        return FaultColumn.All;
    }

    private static string NameOf(BlockGroup group, int channel) =>
        string.Create(CultureInfo.InvariantCulture, $"{group.ToString().ToLowerInvariant()}{channel + 1}");

    private bool Suits(FaultColumn place, FaultTraits traits) => traits.Place switch
    {
        FaultPlace.Axis or FaultPlace.AxisSensor => place.Group == BlockGroup.Servo,
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
