using FuncLibs.Signals;
using SignalMonitor.Computation;

namespace SignalMonitor.Tests;

/// <summary>Values of a snapshot by name.</summary>
internal static class SnapshotAccess
{
    public static double Value(this StreamSnapshot snapshot, string name) => snapshot.Values[IndexOf(snapshot, name)];

    public static Quality QualityOf(this StreamSnapshot snapshot, string name) =>
        snapshot.Qualities[IndexOf(snapshot, name)];

    public static double Derived(this StreamSnapshot snapshot, string name, string function) =>
        snapshot.DerivedOf(
            IndexOf(snapshot, name), snapshot.Plan.Functions.Select(f => f.Name).ToList().IndexOf(function));

    private static int IndexOf(StreamSnapshot snapshot, string name)
    {
        int index = snapshot.Plan.Signals.Select(signal => signal.Name).ToList().IndexOf(name);
        index.ShouldBeGreaterThanOrEqualTo(0, name);
        return index;
    }
}
