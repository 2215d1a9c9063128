using System.Numerics;
using System.Runtime.InteropServices;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;

namespace Benchmarks.Signals.Expressions;

/// <summary>abs(a * x + b) over 16,000 values in three ways.</summary>
internal sealed class ChainComparison
{
    private const int Length = 16_000;
    private const double Gain = 1.7;
    private const double Offset = -0.25;
    private const double RateHz = 10_000;

    private readonly double[] _values = new double[Length];
    private readonly double[] _looped = new double[Length];
    private readonly double[] _vectored = new double[Length];
    private readonly ArrayColumns _source = new(RateHz);
    private readonly SignalProgram _program;

    public ChainComparison()
    {
        for (int i = 0; i < Length; i++)
            _values[i] = 5 * Math.Sin(i * 0.37);
        _program = SignalCompiler.Compile([new VariableDefinition("chain", "abs(1.7 * x + -0.25)")], _source);
    }

    /// <summary>The compiled expression, with quality.</summary>
    public void Program()
    {
        _source.Rewind();
        _source.MoveTo(_values);
        _program.Run(_source);
    }

    /// <summary>What one writes first.</summary>
    public void Loop() => PlainLoop(_values, _looped);

    /// <summary>What one writes for speed.</summary>
    public void Hand() => ByHand(_values, _vectored);

    /// <exception cref="InvalidDataException">The three differ.</exception>
    public void Check()
    {
        Program();
        Loop();
        Hand();
        if (!_program.Values(0).SequenceEqual(_looped) || !_looped.AsSpan().SequenceEqual(_vectored))
            throw new InvalidDataException("abs(a * x + b) of the program, the loop and the vectors differ");
    }

    private static void PlainLoop(ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < x.Length; i++)
            y[i] = Math.Abs((Gain * x[i]) + Offset);
    }

    private static void ByHand(ReadOnlySpan<double> x, Span<double> y)
    {
        ref double from = ref MemoryMarshal.GetReference(x);
        ref double to = ref MemoryMarshal.GetReference(y);
        Vector<double> gain = new(Gain);
        Vector<double> offset = new(Offset);
        int i = 0;
        for (; i <= x.Length - Vector<double>.Count; i += Vector<double>.Count)
            Vector.Abs((gain * Vector.LoadUnsafe(ref from, (nuint)i)) + offset).StoreUnsafe(ref to, (nuint)i);
        for (; i < x.Length; i++)
            y[i] = Math.Abs((Gain * x[i]) + Offset);
    }
}
