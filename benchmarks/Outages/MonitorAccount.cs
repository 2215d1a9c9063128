using System.Text.Json;

namespace Benchmarks.Outages;

/// <summary>A monitor's account of its only stream, from /health.</summary>
/// <param name="Epoch">Epoch in force; 0 before the first block.</param>
/// <param name="Published">Published, by its own account.</param>
/// <param name="Delivered">Delivered.</param>
/// <param name="DeclaredLost">Declared lost.</param>
/// <param name="Missing">Waited for.</param>
/// <param name="Replayed">Part of delivered: out of the journal.</param>
/// <param name="State">The state of the delivery.</param>
internal sealed record MonitorAccount(
    ulong Epoch, long Published, long Delivered, long DeclaredLost, long Missing, long Replayed, string State)
{
    /// <summary>True when nothing is waited for and the sums close.</summary>
    public bool IsWhole => State == "live" && Missing == 0 && Published == Delivered + DeclaredLost;

    public static MonitorAccount Parse(JsonElement health)
    {
        JsonElement streams = health.GetProperty("streams");
        if (streams.GetArrayLength() == 0)
            return new MonitorAccount(0, 0, 0, 0, 0, 0, "init");
        JsonElement stream = streams[0];
        return new MonitorAccount(
            stream.GetProperty("epoch").GetUInt64(),
            Count("published"),
            Count("delivered"),
            Count("declaredLost"),
            Count("missing"),
            Count("replayed"),
            stream.GetProperty("state").GetString()!);

        long Count(string name) => stream.GetProperty(name).GetInt64();
    }
}
