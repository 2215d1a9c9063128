using System.Text.Json;

namespace Benchmarks.Bridging;

/// <summary>How a bridge is.</summary>
/// <param name="State">In one word.</param>
/// <param name="Confirmed">Frames that the broker confirmed.</param>
/// <param name="ConfirmedBytes">Their bytes, headers and payloads.</param>
/// <param name="Behind">Blocks that it has not confirmed.</param>
/// <param name="LagMs">Age of the oldest frame that is not confirmed, ms.</param>
/// <param name="Missing">Frames that the journal did not have.</param>
internal sealed record BridgeFigures(
    string State, long Confirmed, long ConfirmedBytes, long Behind, double LagMs, long Missing)
{
    /// <summary>Out of `/health` of a connector with a bridge.</summary>
    public static BridgeFigures Read(JsonElement health)
    {
        JsonElement bridge = health.GetProperty("bridge");
        return new BridgeFigures(
            bridge.GetProperty("state").GetString()!,
            bridge.GetProperty("confirmed").GetInt64(),
            bridge.GetProperty("confirmedBytes").GetInt64(),
            bridge.GetProperty("behind").GetInt64(),
            bridge.GetProperty("lagMs").GetDouble(),
            bridge.GetProperty("missing").GetInt64());
    }
}
