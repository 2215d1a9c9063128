using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;

namespace FuncLibs.Tests.Objects.Graph;

/// <summary>Writes and reads graphs, which has to go well.</summary>
internal static class GraphTrial
{
    private static readonly JsonSerializerOptions WithNaN =
        new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };

    public static IGraphSerializer Trees { get; } = ObjectSerializers.CreateGraph(keepsReferences: false);

    public static IGraphSerializer Graphs { get; } = ObjectSerializers.CreateGraph(keepsReferences: true);

    public static IGraphSerializer Of(bool keepsReferences) => keepsReferences ? Graphs : Trees;

    public static byte[] Write<T>(IObjectSerializer serializer, T value)
    {
        ArrayBufferWriter<byte> output = new();
        ObjectOutcome written = serializer.Serialize(value, output);
        written.IsOk.ShouldBeTrue(written.ToString());
        return output.WrittenSpan.ToArray();
    }

    public static T Read<T>(IObjectSerializer serializer, byte[] bytes)
    {
        ObjectOutcome read = serializer.Deserialize(bytes, out T? value);
        read.IsOk.ShouldBeTrue(read.ToString());
        return value!;
    }

    /// <summary>What two graphs are compared by.</summary>
    public static string Text<T>(T value) => JsonSerializer.Serialize(value, WithNaN);
}
