using System.Globalization;

namespace Integration.Network;

/// <summary>
/// Which faults come in which order and for how long; all of it follows from the seed. In CI each kind comes twice, for
/// 0.2 to 3 s; with TELEMETRY_TESTS_NIGHTLY=1 for 1 to 120 s, short ones more often. TELEMETRY_TESTS_SEED repeats a
/// schedule.
/// </summary>
internal sealed class FaultSchedule
{
    private const int TimesEach = 2;

    // A cut that is to be noticed lasts longer than it takes to notice.
    private const double MinCutSeconds = 1.6;

    private static readonly bool IsNight = Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1";
    private static readonly (double From, double To) Seconds = IsNight ? (1, 120) : (0.2, 3);

    private readonly Random _random;

    public FaultSchedule()
    {
        string? given = Environment.GetEnvironmentVariable("TELEMETRY_TESTS_SEED");
        Seed =
            int.TryParse(given, CultureInfo.InvariantCulture, out int seed) ? seed : IsNight ? Random.Shared.Next() : 1;
        _random = new Random(Seed);
    }

    /// <summary>Of everything at random.</summary>
    public int Seed { get; }

    /// <summary>The faults, in their order.</summary>
    public IEnumerable<(NetworkFault Fault, TimeSpan Length)> Faults()
    {
        NetworkFault[] deck = [.. Enumerable.Repeat(NetworkFault.All, TimesEach).SelectMany(all => all)];
        _random.Shuffle(deck);
        return deck.Select(fault => (fault, LengthOf(fault)));
    }

    // Evenly on a logarithmic scale.
    private TimeSpan LengthOf(NetworkFault fault)
    {
        double min = fault.CutsData ? Math.Max(Seconds.From, MinCutSeconds) : Seconds.From;
        return TimeSpan.FromSeconds(min * Math.Pow(Seconds.To / min, _random.NextDouble()));
    }
}
