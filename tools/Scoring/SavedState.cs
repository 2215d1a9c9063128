using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Alarms.Saving;
using SignalMonitor.Saving;

namespace Tools.Scoring;

/// <summary>
/// The saved position of a monitor, read without touching it: unlike <see cref="PositionFile"/>, which puts a damaged file aside because
/// it is its owner's.
/// </summary>
internal static class SavedState
{
    /// <summary>Reads what is saved of one stream.</summary>
    /// <param name="path">The file.</param>
    /// <param name="name">Name of the stream.</param>
    /// <param name="stream">Position and account, when nothing is wrong.</param>
    /// <param name="alarms">Its alarms; null when there are none.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Read(string path, string name, out SavedStream? stream, out SavedAlarms? alarms)
    {
        (stream, alarms) = (null, null);
        try
        {
            FileInfo file = new(path);
            if (!file.Exists)
                return $"there is no {path}; --monitor is the state folder of a monitor that saves its position";
            if (file.Length > PositionFile.MaxBytes)
                return $"{path} has {file.Length} bytes, more than {PositionFile.MaxBytes}";
            using JsonDocument document = StrictJson.Parse(File.ReadAllBytes(path));
            return Find(document.RootElement, name, out stream, out alarms) is { } fault ? $"{path}: {OneLine.Format(fault)}" : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return $"{path} cannot be read ({OneLine.Format(e)})";
        }
    }

    private static string? Find(JsonElement root, string name, out SavedStream? stream, out SavedAlarms? alarms)
    {
        (stream, alarms) = (null, null);
        if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty("format", out JsonElement format)
            || format.ValueKind != JsonValueKind.Number || !format.TryGetInt32(out int version) || version != PositionFile.Format)
            return $"it is not of format {PositionFile.Format}";
        if (!root.TryGetProperty("parts", out JsonElement parts) || parts.ValueKind != JsonValueKind.Object
            || !parts.TryGetProperty(new AccountPart().Name, out JsonElement account))
            return "it has no account";

        // The part judges every stream that it reads.
        if (new AccountPart().Read(account) is { } noAccount)
            return noAccount;
        SavedStream[] streams = account.Deserialize(SavedJson.Default.SavedStreamArray)!;
        stream = Array.Find(streams, saved => saved.Name == name);
        if (stream is null)
            return $"it has no stream '{name}'; it has {string.Join(", ", streams.Select(saved => saved.Name))}";
        AlarmPart part = new();
        if (parts.TryGetProperty(part.Name, out JsonElement saved) && part.Read(saved) is { } noAlarms)
            return noAlarms;
        alarms = part.Find(stream.Position.Account.Publisher, stream.Position.Account.Stream);
        return null;
    }
}
