namespace Simulator.Presets;

/// <summary>The built-in presets, and those of files.</summary>
public static class RigPresets
{
    /// <summary>Preset that runs when none is named.</summary>
    public const string DefaultName = "reference";

    private const string Extension = ".json";

    private static readonly string[] BuiltIn =
    [
        DefaultName, "small", "tensile-steel", "lcf-strain-1hz", "hcf-force-20hz", "ramp-hold-creep", "block-spectrum",
        "sweep",
        "break-now", "load-64x4096",
    ];

    private static readonly Dictionary<string, Lazy<RigPreset>> Read =
        BuiltIn.ToDictionary(
            name => name, name => new Lazy<RigPreset>(() => ReadBuiltIn(name)), StringComparer.Ordinal);

    /// <summary>Names of the built-in presets, in the order in which they are listed.</summary>
    public static IReadOnlyList<string> Names => BuiltIn;

    /// <summary>The names as part of a message.</summary>
    public static string Known => "known are " + string.Join(", ", BuiltIn);

    /// <summary>All built-in presets, in the order in which they are listed.</summary>
    public static IReadOnlyList<RigPreset> All => [.. BuiltIn.Select(name => Read[name].Value)];

    /// <summary>The built-in preset with this name, or null.</summary>
    public static RigPreset? Find(string name) =>
        Read.TryGetValue(name, out Lazy<RigPreset>? preset) ? preset.Value : null;

    /// <summary>A built-in preset by its name, or one of a file by its path, which ends in `.json`.</summary>
    /// <param name="nameOrFile">Name or path.</param>
    /// <param name="fault">All that is wrong, as one message; null when nothing is.</param>
    public static RigPreset? Load(string nameOrFile, out string? fault)
    {
        fault = null;
        if (!IsFile(nameOrFile))
        {
            RigPreset? found = Find(nameOrFile);
            fault = found is null ? $"'{nameOrFile}' is no preset; {Known}, or the path of a {Extension} file" : null;
            return found;
        }

        var faults = new PresetFaults();
        RigPreset? preset = PresetReader.ReadFile(nameOrFile, faults);
        fault = preset is null ? faults.Message($"preset {nameOrFile}") : null;
        return preset;
    }

    /// <summary>True for what is the path of a preset document.</summary>
    public static bool IsFile(string nameOrFile) => nameOrFile.EndsWith(Extension, StringComparison.OrdinalIgnoreCase);

    /// <summary>The document of a built-in preset as it was written.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    public static string Document(string name)
    {
        using Stream stream = typeof(RigPresets).Assembly.GetManifestResourceStream(name + Extension)
            ?? throw new ArgumentException($"{name} is no built-in preset.", nameof(name));
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    private static RigPreset ReadBuiltIn(string name)
    {
        var faults = new PresetFaults();
        return PresetReader.Read(System.Text.Encoding.UTF8.GetBytes(Document(name)), name, faults)
            ?? throw new InvalidOperationException(faults.Message($"built-in preset {name}"));
    }
}
