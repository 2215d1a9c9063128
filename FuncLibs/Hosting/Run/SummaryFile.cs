using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using FuncLibs.Hosting.State;

namespace FuncLibs.Hosting.Run;

/// <summary>Writes and reads summary files.</summary>
public static class SummaryFile
{
    /// <summary>Writes one; it appears whole or not at all.</summary>
    public static void Write<T>(string path, T summary, JsonTypeInfo<T> type) =>
        AtomicFile.Write(path, JsonSerializer.SerializeToUtf8Bytes(summary, type));

    /// <summary>Reads one; null when there is none, as a process that died leaves none.</summary>
    public static T? Read<T>(string path, JsonTypeInfo<T> type)
        where T : class =>
        File.Exists(path) ? JsonSerializer.Deserialize(File.ReadAllBytes(path), type) : null;
}
