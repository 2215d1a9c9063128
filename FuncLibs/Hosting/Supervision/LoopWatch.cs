using FuncLibs.Hosting.Threads;

namespace FuncLibs.Hosting.Supervision;

/// <summary>
/// Compares the turns of the watched loops with those of the last look. A loop is stuck when its number has not changed
/// for longer than the limit; a loop that has ended is stuck, too. One thread.
/// </summary>
/// <param name="loops">The loops.</param>
/// <param name="limit">Longest time without a turn.</param>
/// <param name="time">Clock.</param>
internal sealed class LoopWatch(IReadOnlyList<WatchedLoop> loops, TimeSpan limit, TimeProvider time)
{
    private readonly Reading[] _readings =
        [.. loops.Select(loop => new Reading(loop, loop.Progress.Turns, time.GetTimestamp()))];

    /// <summary>Looks once.</summary>
    /// <returns>The loop that has stood still longest, and for how long; null while all of them turn.</returns>
    public (WatchedLoop Loop, TimeSpan Since)? FindStuck()
    {
        (WatchedLoop Loop, TimeSpan Since)? stuck = null;
        for (int i = 0; i < _readings.Length; i++)
        {
            Reading last = _readings[i];
            if (last.Loop.Progress.Turns is var turns && turns != last.Turns)
                _readings[i] = new Reading(last.Loop, turns, time.GetTimestamp());
            else if (time.GetElapsedTime(last.At) is var since && since > limit && !(stuck?.Since >= since))
                stuck = (last.Loop, since);
        }

        return stuck;
    }

    private readonly record struct Reading(WatchedLoop Loop, long Turns, long At);
}
