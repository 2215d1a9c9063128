namespace Simulator.Presets;

/// <summary>The presets that exist.</summary>
public static class RigPresets
{
    /// <summary>Preset that runs when none is named.</summary>
    public const string DefaultName = "reference";

    /// <summary>All presets, in the order in which they are listed.</summary>
    public static IReadOnlyList<RigPreset> All { get; } =
    [
        // The reference block of docs/architecture.md at 300 blocks/s: servo 30 kHz, temperature 15 kHz, analogue inputs 60 kHz.
        new("reference", new(8, 100, 8), new(6, 50, 4), new(16, 200), 32, 32, 30_000),
        new("small", new(2, 20, 4), default, new(5, 20), 8, 8, 2_000),

        // Many channels at 4096 Hz: 64 blocks/s.
        new("load-64x4096", new(64, 64, 1), default, default, 0, 0, 4_096),
    ];

    /// <summary>The preset with this name, or null.</summary>
    public static RigPreset? Find(string name) => All.FirstOrDefault(p => p.Name == name);
}
