using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using FuncLibs.Runtime.Diagnostics;

namespace Simulator.Presets;

/// <summary>
/// Reads a preset document: JSON with comments and trailing commas allowed. `base` names the built-in preset that holds
/// where the document has nothing; without it the defaults of the records do. All that is wrong is found in one
/// reading.
/// </summary>
public static class PresetReader
{
    /// <summary>Largest document, in bytes.</summary>
    public const int MaxBytes = 1 << 20;

    private const string BaseKey = "base";

    private static readonly JsonDocumentOptions Options = new()
    {
        CommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
    };

    /// <summary>Reads a file.</summary>
    /// <param name="file">The file; its size is checked before it is read.</param>
    /// <param name="faults">Gets all that is wrong.</param>
    /// <returns>The preset, or null when there is a fault.</returns>
    public static RigPreset? ReadFile(string file, PresetFaults faults)
    {
        try
        {
            // One byte more than allowed distinguishes a file that grows, or has no size, from one that fits.
            using FileStream stream = File.OpenRead(file);
            byte[] bytes = new byte[(int)Math.Min(stream.CanSeek ? stream.Length : MaxBytes, MaxBytes) + 1];
            int read = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            if (read <= MaxBytes)
                return Read(bytes.AsMemory(0, read), Path.GetFileNameWithoutExtension(file), faults);
            faults.Add(file, "is too long for a preset", Line($"allowed are {MaxBytes} bytes"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            faults.Add(file, OneLine.Format(e), "give a preset's name or the path of a JSON file");
        }

        return null;
    }

    /// <summary>Reads a document.</summary>
    /// <param name="utf8">The document.</param>
    /// <param name="name">Name of the preset when the document has none.</param>
    /// <param name="faults">Gets all that is wrong.</param>
    /// <returns>The preset, or null when there is a fault.</returns>
    public static RigPreset? Read(ReadOnlyMemory<byte> utf8, string name, PresetFaults faults)
    {
        try
        {
            using JsonDocument document = StrictJson.Parse(utf8, Options);
            return Read(document.RootElement, name, faults);
        }
        catch (JsonException e)
        {
            faults.Add(
                Line($"line {e.LineNumber + 1}, byte {e.BytePositionInLine + 1}"), OneLine.Format(e), "must be JSON");
            return null;
        }
    }

    private static RigPreset? Read(JsonElement root, string name, PresetFaults faults)
    {
        if (root.ValueKind != JsonValueKind.Object)
        {
            faults.Add("preset", PresetScalar.Describe(root), "must be an object { }");
            return null;
        }

        JsonObject under = BaseOf(root, faults) is { } parent
            ? (JsonObject)JsonSerializer.SerializeToNode(parent, PresetJson.Default.RigPreset)!
            : PresetDefaults.Get(typeof(RigPreset));
        under["name"] = name;
        JsonObject whole = new PresetOverlay(faults).Object(root, under, PresetJson.Default.RigPreset, "");
        return Checked(whole, faults);
    }

    // The values that have the right type are checked even when others have not: one message is to have all faults.
    private static RigPreset? Checked(JsonObject whole, PresetFaults faults)
    {
        RigPreset preset = HistoryFiles.Read(whole.Deserialize(PresetJson.Default.RigPreset)!, faults);
        preset.Check(faults, "");
        return faults.IsEmpty ? preset : null;
    }

    private static RigPreset? BaseOf(JsonElement root, PresetFaults faults)
    {
        if (!root.TryGetProperty(BaseKey, out JsonElement given) || given.ValueKind != JsonValueKind.String)
            return null;
        RigPreset? found = RigPresets.Find(given.GetString()!);
        if (found is null)
            faults.Add(BaseKey, $"'{given.GetString()}' is no built-in preset", RigPresets.Known);
        return found;
    }

    private static string Line(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>What holds for an object that a document begins from nothing: the defaults of its record.</summary>
internal static class PresetDefaults
{
    private static readonly Dictionary<Type, object> Records = new object[]
    {
        new RigPreset(), new ServoPreset(), new TempPreset(), new AnaloguePreset(), new ZonePreset(),
        new ExcursionPreset(),
        new SensorPreset(), new AxisPreset(), new CommandPreset(), new SegmentPreset(), new ControlPreset(),
        new LoopPreset(),
        new PlantPreset(), new SpecimenPreset(), new TensilePreset(), new CyclicPreset(), new LifePreset(),
    }.ToDictionary(record => record.GetType());

    /// <summary>The defaults of a record, as a new object.</summary>
    public static JsonObject Get(Type type)
    {
        JsonTypeInfo info = PresetJson.Default.GetTypeInfo(type)!;
        return (JsonObject)JsonSerializer.SerializeToNode(Records[type], info)!;
    }
}

/// <summary>Generated JSON of presets: the names and types of the keys, and what makes the records.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    IgnoreReadOnlyProperties = true,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(RigPreset))]
internal sealed partial class PresetJson : JsonSerializerContext;
