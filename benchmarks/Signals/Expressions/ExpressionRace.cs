using Benchmarks.Measuring;

namespace Benchmarks.Signals.Expressions;

/// <summary>
/// Expressions as programs: a chain of three operations against the plain loop and against the same written by hand with vectors, and a
/// hundred variables over the reference block.
/// </summary>
internal static class ExpressionRace
{
    private const double HandLimit = 1.3;
    private const double LoopGoal = 4;
    private const double BlockGoalUs = 100;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Duration = TimeSpan.FromSeconds(4);

    /// <summary>Measures; results are checked first.</summary>
    /// <exception cref="InvalidDataException">A result is wrong, or a block took memory.</exception>
    public static void Run(MetricReport report)
    {
        RunChain(report);
        RunVariables(report);
    }

    private static void RunChain(MetricReport report)
    {
        ChainContest chain = new();
        chain.Check();
        Contender[] contenders = [new("program", chain.Program), new("loop", chain.Loop), new("hand", chain.Hand)];
        Race.Run(contenders, WarmUp, Duration);
        (Contender program, Contender loop, Contender hand) = (contenders[0], contenders[1], contenders[2]);
        MustTakeNothing(program);
        report.Add("signals.chain.us", program.MedianUs, "us");
        report.Add("signals.chain.vs-loop", loop.MedianUs / program.MedianUs, "x");
        report.Add("signals.chain.vs-loop.goal", LoopGoal, "x");
        report.Add("signals.chain.of-hand", program.MedianUs / hand.MedianUs, "x");
        report.Add("signals.chain.of-hand.limit", HandLimit, "x");
    }

    private static void RunVariables(MetricReport report)
    {
        VariableContest variables = new();
        variables.Check();
        Contender[] contenders = [new("variables", variables.Run)];
        Race.Run(contenders, WarmUp, Duration);
        MustTakeNothing(contenders[0]);
        report.Add("signals.variables.us", contenders[0].MedianUs, "us");
        report.Add("signals.variables.goal", BlockGoalUs, "us");
    }

    private static void MustTakeNothing(Contender contender)
    {
        if (contender.AllocatedBytes != 0)
            throw new InvalidDataException($"{contender.Name} took {contender.AllocatedBytes} bytes a block");
    }
}
