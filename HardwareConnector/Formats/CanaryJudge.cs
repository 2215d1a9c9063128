namespace HardwareConnector.Formats;

/// <summary>Decides on a canary by what it measured.</summary>
internal static class CanaryJudge
{
    // Blocks before a candidate is given up for its slowness ahead of time.
    private const int MinTimed = 20;

    // So many times slower than tolerated, more blocks do not change it.
    private const int Hopeless = 10;

    /// <summary>Whether it is decided.</summary>
    /// <param name="run">The canary.</param>
    /// <param name="reading">What it measured so far.</param>
    /// <param name="hangLimit">How long one block may take.</param>
    /// <param name="inUse">Name of the format in use.</param>
    /// <param name="fault">Why the candidate is not used, in one line; null when it passed, or while it is not decided.
    /// </param>
    public static bool TryDecide(
        CanaryRun run, in CanaryReading reading, TimeSpan hangLimit, string inUse, out string? fault)
    {
        CanaryPlan plan = run.Plan;
        fault = run.Busy > hangLimit ? $"it did not return from a block for {hangLimit.TotalSeconds:0.#} s"
            : run.Failure
            ?? (reading.Errors > plan.MaxErrors
                ? $"{reading.Errors} of {reading.Compared} blocks; the first: {reading.FirstError}" : null);
        bool isHopeless = reading.Timed >= MinTimed && reading.Slowdown > Hopeless * plan.MaxSlowdown;
        if (fault is null && reading.Compared < plan.Blocks && !isHopeless)
            return false;
        fault ??= reading.Timed < MinTimed
            ? $"only {reading.Timed} blocks could be timed; the first error: {reading.FirstError}" : null;
        fault ??= reading.Slowdown > plan.MaxSlowdown
            ? $"{reading.Slowdown:0.#} times slower than {inUse}; {plan.MaxSlowdown:0.#} are tolerated" : null;
        return true;
    }
}
