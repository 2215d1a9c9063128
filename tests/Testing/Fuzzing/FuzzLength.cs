namespace Testing.Fuzzing;

/// <summary>How many inputs a fuzz test runs: as many as TELEMETRY_TESTS_FUZZ says, else by day or by night.</summary>
public static class FuzzLength
{
    /// <summary>The number of inputs.</summary>
    /// <param name="inEachRun">In each run.</param>
    /// <param name="aNight">With TELEMETRY_TESTS_NIGHTLY=1.</param>
    public static long Get(long inEachRun, long aNight) =>
        long.TryParse(Environment.GetEnvironmentVariable("TELEMETRY_TESTS_FUZZ"), out long inputs) ? inputs
        : Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1" ? aNight : inEachRun;
}
