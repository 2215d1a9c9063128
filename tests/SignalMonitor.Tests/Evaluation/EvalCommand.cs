using System.Globalization;
using System.Text.Json;

namespace SignalMonitor.Tests.Evaluation;

/// <summary>`eval` as it is called from a shell, in this process and without a database unless one is named.</summary>
internal static class EvalCommand
{
    public static Task<(int Code, string Output, string Errors)> RunAsync(params string[] words) =>
        MonitorCommand.RunAsync(Stream.Null, ["eval", "--Database:Provider", "none", .. words]);

    /// <summary>The single line of a refusal; the caret lines after it are left out.</summary>
    public static async Task<string> RefusalAsync(params string[] words)
    {
        (int code, string output, string errors) = await RunAsync(words);
        (code, output).ShouldBe((2, ""));
        return errors.Split('\n')[0];
    }

    /// <summary>The numbers of a JSON array, bit by bit as they were written.</summary>
    public static double[] Numbers(string json) =>
        [.. JsonDocument.Parse(json).RootElement.EnumerateArray().Select(Number)];

    public static double Number(JsonElement value) => value.ValueKind == JsonValueKind.String
        ? double.Parse(value.GetString()!, CultureInfo.InvariantCulture) : value.GetDouble();
}
