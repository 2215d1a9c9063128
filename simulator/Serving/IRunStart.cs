namespace Simulator.Serving;

/// <summary>Is told when a run with a clock begins.</summary>
public interface IRunStart
{
    /// <summary>Block thread: warm-up is over and the clock runs; block 0 is next.</summary>
    /// <param name="firstDueUtcNs">When base sample 0 is due, UTC ns.</param>
    void Started(long firstDueUtcNs);
}
