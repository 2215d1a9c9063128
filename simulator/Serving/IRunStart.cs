using FuncLibs.GroundTruth;

namespace Simulator.Serving;

/// <summary>Is told the truth of a run with a clock, and when the run begins.</summary>
public interface IRunStart
{
    /// <summary>Who is told the truth. Asked for before the clock starts, told nothing before <see cref="Started"/>.</summary>
    ITruthSink Truth { get; }

    /// <summary>Block thread: warm-up is over and the clock runs; block 0 is next.</summary>
    /// <param name="firstDueUtcNs">When base sample 0 is due, UTC ns.</param>
    void Started(long firstDueUtcNs);
}
