namespace FuncLibs.Runtime.Diagnostics;

/// <summary>
/// Turns of one loop. The loop counts each turn, also one in which it had nothing to do; a watchdog on another thread
/// reads the number. A number that stands still is a loop that is stuck.
/// </summary>
public sealed class LoopProgress
{
    private long _turns;

    /// <summary>Turns since the loop began. Any thread.</summary>
    public long Turns => Volatile.Read(ref _turns);

    /// <summary>Counts a turn. The thread of the loop.</summary>
    public void CountTurn() => Volatile.Write(ref _turns, _turns + 1);
}
