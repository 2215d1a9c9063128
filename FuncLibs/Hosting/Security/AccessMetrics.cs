using System.Diagnostics.Metrics;
using FuncLibs.Messaging.Keys;

namespace FuncLibs.Hosting.Security;

/// <summary>Who came to the sockets that are bound, and was refused or cut, as metrics.</summary>
internal static class AccessMetrics
{
    /// <summary>Adds them to a meter.</summary>
    /// <param name="meter">The meter.</param>
    /// <param name="counts">What was refused.</param>
    public static void AddTo(Meter meter, AccessCounts counts)
    {
        Add("telemetry.access.accepted", "{connection}", "Handshakes with an allowed key.", () => counts.Accepted);
        Add(
            "telemetry.access.refused",
            "{refusal}",
            "Handshakes and requests that were refused for their key.",
            () => counts.Refused);
        Add("telemetry.access.cut", "{connection}", "Connections cut because their key was revoked.", () => counts.Cut);
        Add(
            "telemetry.access.floods",
            "{connection}",
            "Connections cut because the peer sent more than a consumer does.",
            () => counts.Floods);
        Add(
            "telemetry.access.beyond_limit",
            "{connection}",
            "Connections ended because their port had as many as it takes.",
            () => counts.BeyondLimit);

        void Add(string name, string unit, string meaning, Func<long> read) =>
            meter.CreateObservableCounter(name, read, unit, meaning);
    }
}
