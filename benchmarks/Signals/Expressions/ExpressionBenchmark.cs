using Benchmarks.Measuring;

namespace Benchmarks.Signals.Expressions;

/// <summary>
/// Expressions as programs: a chain of three operations against the plain loop and against the same written by hand
/// with vectors, and a hundred variables over the reference block.
/// </summary>
internal static class ExpressionBenchmark
{
    private const double HandLimit = 1.3;
    private const double LoopGoal = 4;
    private const double BlockGoalUs = 100;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Duration = TimeSpan.FromSeconds(4);

    /// <summary>Measures; results are checked first.</summary>
    /// <exception cref="InvalidDataException">A result is wrong, or a block allocated.</exception>
    public static void Run(MetricReport report)
    {
        RunChain(report);
        RunVariables(report);
    }

    private static void RunChain(MetricReport report)
    {
        ChainComparison chain = new();
        chain.Check();
        Candidate[] candidates = [new("program", chain.Program), new("loop", chain.Loop), new("hand", chain.Hand)];
        Comparison.Run(candidates, WarmUp, Duration);
        (Candidate program, Candidate loop, Candidate hand) = (candidates[0], candidates[1], candidates[2]);
        MustTakeNothing(program);
        report.Add("signals.chain.us", program.MedianUs, "us");
        report.Add("signals.chain.vs-loop", loop.MedianUs / program.MedianUs, "x");
        report.Add("signals.chain.vs-loop.goal", LoopGoal, "x");
        report.Add("signals.chain.of-hand", program.MedianUs / hand.MedianUs, "x");
        report.Add("signals.chain.of-hand.limit", HandLimit, "x");
    }

    private static void RunVariables(MetricReport report)
    {
        VariableComparison variables = new();
        variables.Check();
        Candidate[] candidates = [new("variables", variables.Run)];
        Comparison.Run(candidates, WarmUp, Duration);
        MustTakeNothing(candidates[0]);
        report.Add("signals.variables.us", candidates[0].MedianUs, "us");
        report.Add("signals.variables.goal", BlockGoalUs, "us");
    }

    private static void MustTakeNothing(Candidate candidate)
    {
        if (candidate.AllocatedBytes != 0)
            throw new InvalidDataException($"{candidate.Name} took {candidate.AllocatedBytes} bytes a block");
    }
}
