using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using Simulator.Commands;
using Simulator.Measuring;
using Simulator.Plant;
using Simulator.Specimens;

namespace Simulator.Presets.Reading;

/// <summary>What holds for an object that a document begins from nothing: the defaults of its record.</summary>
internal static class PresetDefaults
{
    private static readonly Dictionary<Type, object> Records = new object[]
    {
        new RigPreset(), new ServoPreset(), new TempPreset(), new AnaloguePreset(), new ZonePreset(), new ExcursionPreset(),
        new SensorPreset(), new AxisPreset(), new CommandPreset(), new SegmentPreset(), new ControlPreset(), new LoopPreset(),
        new PlantPreset(), new SpecimenPreset(), new TensilePreset(), new CyclicPreset(), new LifePreset(),
    }.ToDictionary(record => record.GetType());

    /// <summary>The defaults of a record, as a new object.</summary>
    public static JsonObject Of(Type type)
    {
        JsonTypeInfo info = PresetJson.Default.GetTypeInfo(type)!;
        return (JsonObject)JsonSerializer.SerializeToNode(Records[type], info)!;
    }
}
