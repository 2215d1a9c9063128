namespace Integration.Scoring;

/// <summary>
/// Three runs beside each other: cycles with an alarm, tensile tests to the break, and a schedule of faults.
/// </summary>
[CollectionDefinition(Name)]
public sealed class ScoreRuns : IDisposable, ICollectionFixture<ScoreRuns>
{
    public const string Name = "score runs";

    private const string Cycles = """{ "base": "lcf-strain-1hz" }""";

    // Two and a half times the speed of tensile-steel. Faster, and the fall after the upper yield strength rings: at
    // five times, ReL comes out 1.7 % too low, as on a machine. The second axis has no yield point.
    private const string Tensile = """
        {
          "base": "tensile-steel",
          "servo": { "channels": 2 },
          "axes": [
            { "command": { "segments": [
              { "shape": "hold", "mean": 0, "seconds": 1 },
              { "shape": "ramp", "mean": 0, "amplitude": 20, "riseSeconds": 32, "holdSeconds": 5 } ] } },
            { "command": { "mode": "displacement", "segments": [
                { "shape": "hold", "mean": 0, "seconds": 1 },
                { "shape": "ramp", "mean": 0, "amplitude": 20, "riseSeconds": 32, "holdSeconds": 5 } ] },
              "specimen": { "model": "smooth", "areaMm2": 120 } }
          ]
        }
        """;

    // 2000 base samples and 100 blocks of 20 a second; the connector is there well before the first.
    private const string Faults = """
        [
          { "fault": "gap", "atSeconds": 7, "blocks": 3 },
          { "fault": "gap", "atSeconds": 7.5, "blocks": 1 },
          { "fault": "duplicate", "atSeconds": 7.8, "blocks": 2 },
          { "fault": "reordered", "atSeconds": 8.1, "by": 2 },
          { "fault": "stale", "atSeconds": 8.3, "age": 5 },
          { "fault": "varlength", "atSeconds": 8.5, "percent": 50 },
          { "fault": "overflow", "atSeconds": 8.7, "code": 7, "blocks": 2 },
          { "fault": "nan", "atSeconds": 9, "channel": "servo1", "sensor": "force", "forSeconds": 0.4 },
          { "fault": "stuck", "atSeconds": 9.5, "channel": "servo2", "sensor": "force", "forSeconds": 0.8 },
          { "fault": "interlock", "atSeconds": 11.2, "channel": "servo1", "forSeconds": 0.5 },
          { "fault": "offline", "atSeconds": 13, "forSeconds": 1 }
        ]
        """;

    private readonly ScoredSystem _cycles = new();
    private readonly ScoredSystem _tensile = new();
    private readonly ScoredSystem _faults = new();

    public ScoreRuns()
    {
        try
        {
            Parallel.Invoke(
                () => _cycles.RunSelfFed(
                    Cycles,
                    1230,
                    "servo1.strain",
                    "--Kind",
                    "upper",
                    "--Severity",
                    "warning",
                    "--Value",
                    "0.45",
                    "--Hysteresis",
                    "0.01"),
                () => _tensile.RunSelfFed(Tensile, 2150),
                () => _faults.RunLinked("""{ "base": "small" }""", Faults, 1500));
        }
        catch (AggregateException)
        {
            Dispose();
            throw;
        }

        OfCycles = _cycles.Score("--elastic-from", "22", "--elastic-to", "88", "--s0", "60");
        OfTensile = _tensile.Score("--s0", "120");
        OfFaults = _faults.Score();
    }

    internal Scores OfCycles { get; }

    internal Scores OfTensile { get; }

    internal Scores OfFaults { get; }

    public void Dispose()
    {
        _cycles.Dispose();
        _tensile.Dispose();
        _faults.Dispose();
    }
}
