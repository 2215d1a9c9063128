using System.Globalization;

namespace Benchmarks.Scaling;

/// <summary>
/// What hardware numbers of rigs need, extrapolated by straight lines from runs that held, as a table.
/// </summary>
/// <param name="runs">The runs that held, one or more.</param>
public sealed class ScaleNeeds(IReadOnlyList<ScaleCost> runs)
{
    /// <summary>Cores are given so that this share of them is used.</summary>
    public const double Used = 0.5;

    private const double BitsPerByte = 8;
    private const double Million = 1e6;
    private const double SecondsPerDay = 86_400;

    /// <summary>Numbers of rigs that are extrapolated to.</summary>
    public static IReadOnlyList<int> Counts { get; } = [10, 20, 40, 100, 200];

    /// <summary>Processor time by process, in cores.</summary>
    public ScaleFit Cpu(Func<ByRole, double> role) => Fit(run => role(run.Cpu));

    /// <summary>A figure of the runs over the number of rigs.</summary>
    public ScaleFit Fit(Func<ScaleCost, double> figure) =>
        ScaleFit.Of([.. runs.Select(run => (run.Rigs, figure(run)))]);

    /// <summary>The table in markdown, a line a number of rigs.</summary>
    public IEnumerable<string> Table()
    {
        yield return "| rigs | blocks/s | broker, cores | network in / out of the broker, Mbit/s | stream queues, GB a day "
            + "| monitor, cores | memory of the monitor, GB |";
        yield return "|---|---|---|---|---|---|---|";
        foreach (int rigs in Counts)
            yield return Row(rigs);
    }

    private string Row(int rigs)
    {
        double blocks = Fit(run => run.Blocks).PerRig * rigs;
        double bytes = Fit(run => run.BytesIn).At(rigs);
        double broker = Cpu(role => role.Broker).At(rigs) / Used;
        double monitor = Cpu(role => role.Monitor).At(rigs) / Used;
        double memory = Fit(run => run.Memory.Monitor).At(rigs);
        double network = bytes * BitsPerByte / Million;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {rigs} | {blocks:#,0} | {broker:0.0} | {network:0} / {network:0} | {bytes * SecondsPerDay / 1e9:#,0} | {monitor:0.0} | {memory / 1e9:0.0} |");
    }
}

/// <summary>What a run that held cost.</summary>
/// <param name="Rigs">Number of rigs.</param>
/// <param name="Blocks">Blocks a second of all rigs.</param>
/// <param name="BytesIn">Bytes of frames that the broker took a second; it gives as many to each monitor.</param>
/// <param name="Cpu">Processor time, in cores.</param>
/// <param name="Memory">Memory in RAM, bytes.</param>
/// <param name="Written">Bytes written to disk a second.</param>
public sealed record ScaleCost(int Rigs, double Blocks, double BytesIn, ByRole Cpu, ByRole Memory, ByRole Written);
