using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Notifications;

/// <summary>The file of what admins changed of targets: it is in force again after a restart.</summary>
/// <param name="files">The state folder.</param>
internal sealed class TargetSettingsStore(IDiskFiles files)
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "notification-settings.json";

    private const int MaxBytes = 1 << 20;

    /// <summary>What was changed, by target.</summary>
    /// <param name="fault">Why the file cannot be used; null = it can, or there is none.</param>
    public IReadOnlyDictionary<string, TargetSettings> Read(out string? fault)
    {
        Dictionary<string, TargetSettings> none = [];
        fault = null;
        if (!files.Exists(FileName))
            return none;
        FileOutcome outcome = AtomicFile.Read(files, FileName, MaxBytes, out byte[] content);
        if (!outcome.IsOk)
        {
            fault = outcome.ToString();
            return none;
        }

        try
        {
            IReadOnlyDictionary<string, TargetSettings>? targets = JsonSerializer.Deserialize(
                content, TargetSettingsJson.Default.ChangedTargets)?.Targets;
            fault = targets is null
                ? "it names no targets"
                : targets.Select(one => one.Value.FindFault() is { } wrong ? $"{one.Key}: {wrong}" : null)
                    .FirstOrDefault(wrong => wrong is not null);
            return fault is null ? targets! : none;
        }
        catch (JsonException e)
        {
            fault = OneLine.Format(e.Message);
            return none;
        }
    }

    /// <summary>Replaces the file.</summary>
    /// <returns>Why not, in one line; null when it is written.</returns>
    public string? Write(IReadOnlyDictionary<string, TargetSettings> targets)
    {
        byte[] content = JsonSerializer.SerializeToUtf8Bytes(
            new ChangedTargets(targets), TargetSettingsJson.Default.ChangedTargets);
        FileOutcome outcome = AtomicFile.Write(files, FileName, content);
        return outcome.IsOk ? null : outcome.ToString();
    }
}

/// <summary>The document of the file.</summary>
internal sealed record ChangedTargets(IReadOnlyDictionary<string, TargetSettings> Targets);

/// <summary>Source-generated reader and writer of what was changed.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(ChangedTargets))]
internal sealed partial class TargetSettingsJson : JsonSerializerContext;
