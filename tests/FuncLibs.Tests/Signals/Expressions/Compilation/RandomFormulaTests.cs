using System.Globalization;
using System.Text.RegularExpressions;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Tests.Signals.Stateful;

namespace FuncLibs.Tests.Signals.Expressions.Compilation;

/// <summary>Random formulas of all functions: 3,000 in each run, 200,000 with TELEMETRY_TESTS_NIGHTLY=1.</summary>
public partial class RandomFormulaTests
{
    private const int Seed = 20261122;
    private const int Points = 256;
    private static readonly int Formulas =
        Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1" ? 200_000 : 3_000;

    private static readonly string[] Numbers =
    [
        "0", "1", "2", "3", "-1", "0.5", "1e-300", "1e300", "5e-324", "1.7976931348623157e308", "nan", "inf", "-inf",
        "1e9", "16", "15.5",
        "4096", "50 %", "3 kN", "2 ms", "1e-9 s", "1e300 s", "20 degC", "5 MPa", "0.1 mm", "40 Hz", "run.l0", "run.s0",
        "pi", "1 mm / 1 m",
    ];

    private static readonly string[] Columns =
    [
        "x", "x", "servo1.force", "servo1.stroke", "ratio", "temp2.upper", "force / run.s0 * 1 kN",
    ];

    private static readonly string[] Binary = ["+", "-", "*", "/", "^", "<", "==", ">=", "and", "or"];

    [Fact]
    public void Compile_OfRandomFormula_RefusesItWithAPlace_OrItRuns()
    {
        Random random = new(Seed);
        int accepted = 0;
        Rig rig = RandomRig();
        for (int i = 0; i < Formulas; i++)
        {
            string text = Formula(random, 3);
            SignalProgram program = rig.Compile($"v := {text}");
            ProgramVariable variable = program.Variables[0];
            variable.Reason.ShouldNotContain(SignalCompiler.UnexpectedFault, customMessage: text);
            if (variable.Fault is { } fault)
            {
                fault.Position.Column.ShouldBeInRange(1, text.Length + 1, text);
                continue;
            }

            accepted++;
            Should.NotThrow(() => Run(program, rig), text);
        }

        accepted.ShouldBeGreaterThan(Formulas / 10);
    }

    private static void Run(SignalProgram program, Rig rig)
    {
        program.Run(rig.At(0, Points / 2));
        program.Gap();
        program.Run(rig.At(Points / 2, Points / 2));
        _ = program.Value(0);
        _ = program.QualityOf(0);
        _ = program.Table(0)?.Rows();
    }

    private static Rig RandomRig() => new Rig()
        .Fast("x", "", Hostile.Column(1, Points))
        .Fast("servo1.force", "kN", Hostile.Column(2, Points), -100, 100)
        .Fast("servo1.stroke", "mm", Hostile.Column(3, Points))
        .Fast("force", "N", Hostile.Column(4, Points))
        .Fast("ratio", "um/m", Hostile.Column(5, Points))
        .Slow("temp2.upper", "degC", Hostile.Column(6, Points / Rig.FastPoints))
        .Constant("run.l0", "mm", 50)
        .Constant("run.s0", "mm^2", 80);

    private static string Formula(Random random, int levels) => random.Next(levels == 0 ? 3 : 10) switch
    {
        0 => Pick(random, Numbers),
        1 or 2 => Pick(random, Columns),
        3 => $"({Formula(random, levels - 1)}) {Pick(random, Binary)} ({Formula(random, levels - 1)})",
        4 => $"-({Formula(random, levels - 1)})",
        _ => Call(random, levels - 1),
    };

    // The arguments that the signature names, now and then one too few or many.
    private static string Call(Random random, int levels)
    {
        string signature = SignalCompiler.Signatures[random.Next(SignalCompiler.Signatures.Length)];
        int open = signature.IndexOf('(', StringComparison.Ordinal);
        List<string> arguments = [];
        foreach (string parameter in Parameter().Matches(signature[(open + 1)..^1]).Select(match => match.Value.Trim()))
        {
            bool isOptional = parameter.Contains('=', StringComparison.Ordinal);
            if (isOptional && random.Next(2) == 0)
                break;
            int count = parameter == "..." ? random.Next(4) == 0 ? random.Next(40) : random.Next(3) : 1;
            for (int i = 0; i < count; i++)
                arguments.Add(Argument(random, parameter, levels));
        }

        if (random.Next(30) == 0)
            arguments.Add(Formula(random, 0));
        return $"{signature[..open]}({string.Join(", ", arguments)})";
    }

    private static string Argument(Random random, string parameter, int levels) => parameter.Split(' ', '=')[0] switch
    {
        "mode" or "outside" => Pick(random, parameter.Split('=')[1].Split('|', StringSplitOptions.TrimEntries)),
        "sn(C," => $"sn({Pick(random, Numbers)}, {Pick(random, Numbers)})",
        "mean" => random.Next(2) == 0 ? "none" : $"goodman({Pick(random, Numbers)})",
        "\"unit\"" => Pick(random, ["\"kN\"", "\"N\"", "\"%\"", "\"degF\"", "\"\"", "\"kN/\""]),
        "[x, y; ...]" =>
            $"[{Pick(random, Numbers)}, {Pick(random, Numbers)}; {Pick(random, Numbers)}, {Pick(random, Numbers)}]",
        "n" => random.Next(1, 20).ToString(CultureInfo.InvariantCulture),
        "stress" => Pick(random, ["servo1.force / run.s0", "stress(servo1.force, run.s0)", "x"]),
        _ => random.Next(3) == 0 ? Pick(random, Numbers) : Formula(random, levels),
    };

    // A comma within brackets does not end a parameter.
    [GeneratedRegex(@"(?:[^,()\[\]]|\([^)]*\)|\[[^\]]*\])+")]
    private static partial Regex Parameter();

    private static string Pick(Random random, string[] texts) => texts[random.Next(texts.Length)];
}
