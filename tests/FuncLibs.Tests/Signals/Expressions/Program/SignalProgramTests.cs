using System.Buffers;
using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Syntax;
using FuncLibs.Signals.Stateful;
using Testing;

namespace FuncLibs.Tests.Signals.Expressions.Program;

public class SignalProgramTests
{
    private const int Length = 4000;

    private static readonly string[] Definitions =
    [
        "stress := servo1.force / 80 [mm^2]",
        "smooth := movavg(stress, 17) + movavg(stress, 17)",
        "speed := lowpass(deriv(servo1.stroke), 50 Hz)",
        "held := hold(temp1.upper, servo1.force) + 0",
        "line := interp(temp1.upper, servo1.force)",
        "back := hold(movmax(line, 3), temp1.upper)",
        "peaks := peak(servo1.force, 0.1)",
        "logic := if(servo1.force > 2 kN and not servo1.stroke < 0 mm, count(servo1.force > 0 kN), -1)",
        "sum := integ(max(servo1.force, servo1.force * 0.5, 1 kN))",
        "strength := rm(stress) / 2",
        "tabled := rainflow(servo1.force, 0.1 kN)",
    ];

    [Fact]
    public void Run_OverBlocksOfAnyLength_GivesTheSameBits()
    {
        Rig whole = RandomRig(bad: true);
        (double[][] expected, Quality[][] qualities) = Outputs(whole, _ => Length);
        for (int seed = 1; seed <= 20; seed++)
        {
            Random random = new(seed);
            int longest = seed % 2 == 0 ? 9 : 997;

            (double[][] values, Quality[][] found) = Outputs(RandomRig(bad: true), _ => random.Next(1, longest + 1));

            for (int i = 0; i < Definitions.Length; i++)
            {
                Bits(values[i]).AsSpan().SequenceEqual(Bits(expected[i])).ShouldBeTrue(Definitions[i]);
                found[i].AsSpan().SequenceEqual(qualities[i]).ShouldBeTrue(Definitions[i]);
            }
        }
    }

    [Fact]
    public void Run_OfWarmProgram_DoesNotAllocate()
    {
        Rig rig = RandomRig(bad: false);
        SignalProgram program = rig.Compile(Definitions);
        rig.At(0, Length);
        int run = 0;

        Allocation.OfWarm(() =>
        {
            rig.At(run++ % 4 * 1000, 1000);
            program.Run(rig);
        }).ShouldBe(0);
    }

    [Fact]
    public void Save_AndRestoreInTheMiddle_GoesOnAsIfNothingHadHappened()
    {
        Rig rig = RandomRig(bad: true);
        SignalProgram first = rig.Compile(Definitions);
        SignalProgram second = rig.Compile([.. Definitions.Reverse()]);
        first.Run(rig.At(0, 1201));
        ArrayBufferWriter<byte> saved = new();
        first.Save(new StateWriter(saved));

        StateRestoration restored = second.Restore(saved.WrittenSpan);

        restored.IsIntact.ShouldBeTrue();
        restored.Fresh.ShouldBe(0);
        first.Run(rig.At(1201, 799));
        second.Run(rig);
        ShouldAgree(first, second);
    }

    [Fact]
    public void Restore_OfDamagedBytes_ResetsStateAndReportsIt()
    {
        Rig rig = RandomRig(bad: false);
        SignalProgram program = rig.Compile(Definitions);
        program.Run(rig.At(0, 100));
        ArrayBufferWriter<byte> saved = new();
        program.Save(new StateWriter(saved));

        program.Restore(saved.WrittenSpan[..^8]).IsIntact.ShouldBeFalse();
        program.Restore([1, 2, 3]).Restored.ShouldBe(0);
        program.Restore([]).IsIntact.ShouldBeFalse();
    }

    [Theory]
    [InlineData("movavg(servo1.force, 1500)")]
    [InlineData("movavg(servo1.force, 100)")]
    [InlineData("movstd(servo1.force, 1500)")]
    [InlineData("movmedian(servo1.force, 1500)")]
    [InlineData("p2p(servo1.force, 1500)")]
    [InlineData("delay(servo1.force, 1500)")]
    [InlineData("lowpass(servo1.force, 50 Hz)")]
    [InlineData("rainflow(servo1.force)")]
    [InlineData("cycles(servo1.force)")]
    [InlineData("damage(servo1.force, sn(1e9, 3))")]
    [InlineData("rm(servo1.force / 80 [mm^2])")]
    [InlineData("stiffness(servo1.force, servo1.stroke)")]
    public void Save_AnyFunction_WritesNoMoreThanWasCharged(string formula)
    {
        const int HeaderBytes = 7 * sizeof(long);
        const int Places = 64;
        Rig rig = RandomRig(bad: true);
        SignalProgram program = rig.Compile($"a := {formula}");
        program.Run(rig.At(0, Length));
        ArrayBufferWriter<byte> saved = new();
        program.Save(new StateWriter(saved));
        for (int part = 1; part <= Places; part++)
        {
            ExpressionLimits limits = new() { StateBytes = (long)saved.WrittenCount * part / Places };
            SignalProgram bounded = SignalCompiler.Compile([Rig.Definition($"a := {formula}")], rig, limits);
            if (limits.StateBytes < saved.WrittenCount - HeaderBytes)
                bounded.Variables[0].IsOk.ShouldBeFalse();
        }
    }

    [Fact]
    public void TakeOver_AfterAnEdit_ResetsOnlyTheVariableAndWhatDependsOnIt()
    {
        Rig rig = RandomRig(bad: false);
        string[] before =
        [
            "a := integ(servo1.force)", "b := integ(servo1.stroke)", "c := movavg(b, 5)", "d := integ(a)",
        ];
        string[] after =
        [
            "a := integ(servo1.force)", "b := integ(servo1.stroke * 2)", "c := movavg(b, 5)", "d := integ( a )",
        ];
        SignalProgram former = rig.Compile(before);
        SignalProgram uninterrupted = rig.Compile(before);
        former.Run(rig.At(0, 500));
        uninterrupted.Run(rig);
        SignalProgram edited = rig.Compile(after);

        edited.AdoptState(former).Restored.ShouldBe(2);

        edited.Run(rig.At(500, 100));
        uninterrupted.Run(rig);
        Bits(edited.Values(0)).ShouldBe(Bits(uninterrupted.Values(0)));
        Bits(edited.Values(3)).ShouldBe(Bits(uninterrupted.Values(3)));
        edited.Values(1)[0].ShouldBe(0);
        edited.Qualities(2)[0].ShouldBe(Quality.Uncertain);
    }

    [Fact]
    public void Gap_RestartsWindows_AndLeavesIntegralsUncertain()
    {
        Rig rig = RandomRig(bad: false);
        SignalProgram program = rig.Compile("a := movavg(servo1.force, 3)", "b := integ(servo1.force)");
        program.Run(rig.At(0, 100));
        program.QualityOf(0).ShouldBe(Quality.Good);
        program.QualityOf(1).ShouldBe(Quality.Good);

        program.Gap();
        program.Run(rig.At(200, 4));

        program.Qualities(0).ToArray().ShouldBe([Quality.Invalid, Quality.Invalid, Quality.Good, Quality.Good]);
        program.Qualities(1).ToArray().ShouldAllBe(quality => quality == Quality.Uncertain);
    }

    [Fact]
    public void Quality_OfElements_IsTheWorstOfTheirOperands()
    {
        Rig rig = new Rig().Fast("a", "", [1, 10, double.NaN, 4], 0, 10).Fast("b", "", [1, 2, 3, double.NaN]);
        SignalProgram program = rig.Compile(
            "both := a + b", "only := a * 2", "first := coalesce(a, b)", "asked := isnan(b)", "chosen := if(b > 1, a, 7)",
                "log := sqrt(a - 2)");

        program.Run(rig.At(0, 4));

        program.Qualities(0).ToArray().ShouldBe([Quality.Good, Quality.Saturated, Quality.Invalid, Quality.Invalid]);
        program.Qualities(1).ToArray().ShouldBe([Quality.Good, Quality.Saturated, Quality.Invalid, Quality.Good]);
        program.Qualities(2).ToArray().ShouldBe([Quality.Good, Quality.Saturated, Quality.Good, Quality.Good]);
        program.IsGood(3).ShouldBeFalse();
        program.Qualities(3).ToArray().ShouldBe([Quality.Good, Quality.Good, Quality.Good, Quality.Good]);
        program.Qualities(4).ToArray().ShouldBe([Quality.Good, Quality.Saturated, Quality.Invalid, Quality.Invalid]);
        program.Qualities(5).ToArray().ShouldBe([Quality.Invalid, Quality.Saturated, Quality.Invalid, Quality.Good]);
    }

    [Fact]
    public void Quality_OfStaleSource_IsStale()
    {
        Rig rig = Rig.OfTheDocs();
        rig.FloorOfAll = Quality.Stale;
        SignalProgram program = rig.Compile("a := x + 1");

        program.Run(rig.At(0, 4));

        program.QualityOf(0).ShouldBe(Quality.Stale);
    }

    [Fact]
    public void Table_OfRainflow_CountsTheExampleOfTheStandard()
    {
        Rig rig = new Rig().Fast("a", "", [-2, 1, -3, 5, -1, 3, -4, 4, -2]);
        SignalProgram program = rig.Compile("t := rainflow(a)");

        program.Run(rig.At(0, 9));

        program.Table(0)!.Rows().GroupBy(row => row[0]).Select(rows => (rows.Key, rows.Sum(row => row[2])))
            .ShouldBe([(3, 0.5), (4, 1.5), (6, 0.5), (8, 1), (9, 0.5)]);
    }

    private static (double[][] Values, Quality[][] Qualities) Outputs(Rig rig, Func<int, int> length)
    {
        SignalProgram program = rig.Compile(Definitions);
        program.Variables.ShouldAllBe(variable => variable.IsOk);
        List<double>[] values = [.. Definitions.Select(_ => new List<double>())];
        List<Quality>[] qualities = [.. Definitions.Select(_ => new List<Quality>())];
        for (int start = 0; start < Length;)
        {
            int count = Math.Min(length(start), Length - start);
            program.Run(rig.At(start, count));
            start += count;
            for (int i = 0; i < Definitions.Length; i++)
            {
                values[i].AddRange(program.Values(i));
                qualities[i].AddRange(program.Qualities(i));
            }
        }

        // A column's newest value is that of the last block, which may be without a point of a slow one.
        for (int i = 0; i < Definitions.Length; i++)
        {
            if (program.Variables[i].Kind == SignalKind.Column)
                continue;
            values[i].Add(program.Value(i));
            qualities[i].Add(program.QualityOf(i));
        }

        return ([.. values.Select(list => list.ToArray())], [.. qualities.Select(list => list.ToArray())]);
    }

    private static void ShouldAgree(SignalProgram first, SignalProgram second)
    {
        foreach (string name in first.Variables.Select(variable => variable.Name))
        {
            (int a, int b) = (first.IndexOf(name), second.IndexOf(name));
            Bits(first.Values(a)).ShouldBe(Bits(second.Values(b)), name);
            first.Qualities(a).ToArray().ShouldBe(second.Qualities(b).ToArray(), name);
            first.Value(a).ShouldBe(second.Value(b), name);
        }
    }

    private static long[] Bits(ReadOnlySpan<double> values)
    {
        long[] bits = new long[values.Length];
        for (int i = 0; i < bits.Length; i++)
            bits[i] = BitConverter.DoubleToInt64Bits(values[i]);
        return bits;
    }

    private static Rig RandomRig(bool bad)
    {
        Random random = new(42);
        return new Rig()
            .Fast("servo1.force", "kN", Wave(random, bad, Length), -8, 8)
            .Fast("servo1.stroke", "mm", Wave(random, bad, Length))
            .Slow("temp1.upper", "degC", Wave(random, bad, Length / Rig.FastPoints));
    }

    private static double[] Wave(Random random, bool bad, int length)
    {
        double[] wave = new double[length];
        for (int i = 0; i < length; i++)
            wave[i] = bad && random.Next(300) == 0 ? double.NaN : (5 * Math.Sin(i * 0.05)) + random.NextDouble();
        return wave;
    }
}
