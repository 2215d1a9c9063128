using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Notifications;

/// <summary>
/// The file of messages that were not sent yet: what a restart finds there is sent once more, so that a target gets a
/// message at least once.
/// </summary>
/// <param name="files">The state folder.</param>
internal sealed class NotificationStore(IDiskFiles files)
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "notifications.json";

    private const int MaxBytes = 64 << 20;

    /// <summary>What waited, by target.</summary>
    /// <param name="fault">Why the file cannot be used; null = it can, or there is none.</param>
    public IReadOnlyDictionary<string, Notification[]> Read(out string? fault)
    {
        fault = null;
        if (!files.Exists(FileName))
            return new Dictionary<string, Notification[]>();
        FileOutcome outcome = AtomicFile.Read(files, FileName, MaxBytes, out byte[] content);
        try
        {
            if (outcome.IsOk
                && JsonSerializer.Deserialize(content, NotificationJson.Default.UnsentNotifications) is { } unsent)
                return unsent.Targets;
            fault = outcome.IsOk ? "it is empty" : outcome.ToString();
        }
        catch (JsonException e)
        {
            fault = OneLine.Format(e);
        }

        return new Dictionary<string, Notification[]>();
    }

    /// <summary>Replaces the file.</summary>
    /// <returns>Why not, in one line; null when it is written.</returns>
    public string? Write(IReadOnlyDictionary<string, Notification[]> unsent)
    {
        byte[] content = JsonSerializer.SerializeToUtf8Bytes(
            new UnsentNotifications(unsent), NotificationJson.Default.UnsentNotifications);
        FileOutcome outcome = AtomicFile.Write(files, FileName, content);
        return outcome.IsOk ? null : outcome.ToString();
    }
}

/// <summary>The document of the file.</summary>
internal sealed record UnsentNotifications(IReadOnlyDictionary<string, Notification[]> Targets);

/// <summary>Source-generated reader and writer of messages.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(UnsentNotifications))]
internal sealed partial class NotificationJson : JsonSerializerContext;
