namespace Benchmarks.Scaling;

/// <summary>One run.</summary>
/// <param name="Preset">What each rig is; it runs at its own rate.</param>
/// <param name="Rigs">How many.</param>
/// <param name="Seconds">Length of the window that is measured.</param>
/// <param name="IsShared">Whether all rigs are sources of one connector with one queue.</param>
/// <param name="WarmUp">Seconds of the warm-up; 0 = by the number of connectors.</param>
internal sealed record ScalePlan(string Preset, int Rigs, double Seconds, bool IsShared, double WarmUp)
{
    private const double LeastWarmUp = 20;
    private const double WarmUpOfConnector = 3;

    /// <summary>Seconds of the warm-up for which all rigs run, at least.</summary>
    public const double SettledSeconds = 6;

    /// <summary>Site of all connectors.</summary>
    public const string Site = "lab";

    /// <summary>
    /// Seconds from the start of the monitor, which is the last but one process, to the window. Each connector takes
    /// seconds of a processor for its compiler, which with many of them would be most of the window.
    /// </summary>
    public double WarmUpSeconds => WarmUp > 0 ? WarmUp : LeastWarmUp + (WarmUpOfConnector * Connectors);

    /// <summary>Processes of the connector.</summary>
    public int Connectors => IsShared ? 1 : Rigs;

    /// <summary>Name of the runs of this kind.</summary>
    public string Series => SeriesOf(Preset, IsShared);

    /// <summary>Name of the run among the figures.</summary>
    public string Name => $"scale.{Series}.{Rigs}";

    /// <summary>Name of runs.</summary>
    public static string SeriesOf(string preset, bool isShared) => isShared ? $"{preset}-shared" : preset;
}
