using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Tests.Signals.Expressions.Compilation;

public class SignalCompilerTests
{
    [Theory]
    [InlineData(
        "servo1.forc + 1",
        "line 1, column 1: the name 'servo1.forc' is not known (did you mean servo1.force?); expected a channel, a "
            + "variable or a constant")]
    [InlineData(
        "1 + flor(x)",
        "line 1, column 5: there is no function 'flor' (did you mean floor?); the functions are listed in "
            + "docs/expressions.md")]
    [InlineData("abs", "line 1, column 1: abs is a function; expected abs(x)")]
    [InlineData("abs(x, 1)", "line 1, column 8: abs takes at most 1 arguments; expected abs(x)")]
    [InlineData("movavg(x)", "line 1, column 1: movavg needs 'n'; expected movavg(x, n)")]
    [InlineData(
        "round(x, digit = 2)",
        "line 1, column 10: round has no parameter 'digit' (did you mean digits?); expected round(x, digits, mode)")]
    [InlineData(
        "round(x, 1, digits = 2)", "line 1, column 13: 'digits' is given twice; expected round(x, digits, mode)")]
    [InlineData(
        "round(x, mode = half_evn)",
        "line 1, column 17: 'mode' is not 'half_evn' (did you mean half_even?); expected half_away, half_even, up, "
            + "down, toward_zero")]
    [InlineData("round(x, 16)", "line 1, column 10: 'digits' is 16; expected a whole number from -15 to 15")]
    [InlineData("movavg(x, 2.5)", "line 1, column 11: 'n' is 2.5; expected a whole number from 1 to 1048576")]
    [InlineData(
        "movavg(x, x)",
        "line 1, column 11: 'n' must be a number known beforehand, not a column; write a number, or a formula of "
            + "constants")]
    [InlineData(
        "movavg(5, 3)", "line 1, column 8: 'x' must be a column, not a number; use a channel or a formula of one")]
    [InlineData(
        "servo1.force + servo1.stroke",
        "line 1, column 14: units do not go together: kN and mm; use values of one kind, or multiply by a number with "
            + "a unit, as 2 [kN/V]")]
    [InlineData(
        "servo1.force > 3 mm",
        "line 1, column 14: units do not go together: kN and mm; use values of one kind, or multiply by a number with "
            + "a unit, as 2 [kN/V]")]
    [InlineData(
        "servo1.force + x",
        "line 1, column 14: units do not go together: kN and no unit; use values of one kind, or multiply by a number "
            + "with a unit, as 2 [kN/V]")]
    [InlineData(
        "convert(servo1.force, \"mm\")", "line 1, column 1: kN cannot be converted to mm; both must measure the same")]
    [InlineData("convert(servo1.force, mm)", "line 1, column 23: 'unit' is a text; put it between quotes, as \"kN\"")]
    [InlineData(
        "exp(servo1.force)", "line 1, column 1: a plain number is needed, not kN; divide by 1 [kN] if that is meant")]
    [InlineData(
        "temp2.upper * 2",
        "line 1, column 13: degC has a zero of its own, so it cannot be multiplied; convert it first, as convert(x, "
            + "\"K\")")]
    [InlineData(
        "servo1.force + temp2.upper",
        "line 1, column 16: rates differ: 1000 Hz and 250 Hz; bring one to the other: resample(x, like) or interp(x, "
            + "like)")]
    [InlineData(
        "hold(servo1.force, servo1.stroke)",
        "line 1, column 6: both columns have one rate, and the first is no condition; write hold(c != 0, x), or x "
            + "alone if its rate was to be changed")]
    [InlineData(
        "rainflow(x) + 1", "line 1, column 1: a table cannot be calculated with; make it a variable of its own")]
    [InlineData(
        "rm(servo1.force / run.s0) + servo1.force",
        "line 1, column 29: a column and a result of the whole test do not go together; use results and numbers, or "
            + "columns and numbers")]
    [InlineData("lookup(x, [0, 0; 1])", "line 1, column 18: row 2 has 1 entries; expected pairs, as [0, 0; 10, 100]")]
    [InlineData(
        "damage(x, sm(1, 2))", "line 1, column 11: 'curve' is not 'sm(1, 2)' (did you mean sn?); expected sn(C, m)")]
    [InlineData(
        "lowpass(x, 900 Hz)",
        "line 1, column 12: 'fc' is 900 Hz; expected 0.001 Hz to below 500 Hz, half the rate of the column")]
    [InlineData(
        "highpass(x, order = 2, fc = 0.0001)",
        "line 1, column 24: 'fc' is 0.0001 Hz; expected 0.001 Hz to below 500 Hz, half the rate of the column")]
    [InlineData("hysteresis(x, 2, 1)", "line 1, column 18: 'lo' is 2 and 'hi' 1; expected lo below hi")]
    [InlineData(
        "\"kN\"", "line 1, column 1: a text is not a value; only some functions take one, as convert(x, \"kN\")")]
    [InlineData(
        "hold(x, servo1.force)",
        "line 1, column 6: both columns have one rate, and the first is no condition; write hold(c != 0, x), or x "
            + "alone if its rate was to be changed")]
    [InlineData(
        "hold(temp2.upper > 25 degC, servo1.force)",
        "line 1, column 18: the condition and the held value have different rates; write hold(resample(c, x), x) to hold "
            + "x, or resample(c, x) for the condition at that rate")]
    [InlineData(
        "servo1.force ^ 0.22",
        "line 1, column 14: (kN)^0.22: an exponent is a multiple of 1/12 up to 100; divide by a unit first")]
    [InlineData(
        "20 kN / mm",
        "line 1, column 9: the name 'mm' is not known; it is a unit; a unit follows its number, a compound "
            + "unit is in brackets, as 20 [kN/mm]")]
    [InlineData(
        "2x", "line 1, column 1: 'x' is no unit; a name after a number is its unit; write 2 * x for the product")]
    [InlineData(
        "x = 1", "line 1, column 3: unexpected '='; write == to compare; a variable is named beside its expression")]
    [InlineData(
        "x % 2",
        "line 1, column 3: unexpected '%'; write mod(a, b) for the rest of a division, or a number with its unit, as "
            + "5 %")]
    [InlineData("x > 1 && x < 2", "line 1, column 7: the character '&' has no meaning here; write 'and'")]
    [InlineData("x > 1 || x < 2", "line 1, column 7: the character '|' has no meaning here; write 'or'")]
    [InlineData("!x", "line 1, column 1: the character '!' has no meaning here; write 'not', or != for unequal")]
    [InlineData(
        "x ** 2", "line 1, column 4: unexpected '*'; expected a number, a name or a bracket; write ^ for a power")]
    [InlineData("x x", "line 1, column 3: unexpected 'x'; expected an operator or the end; write * for a product")]
    [InlineData(
        "(x = 1)", "line 1, column 4: unexpected '='; write == to compare; a variable is named beside its expression")]
    [InlineData(
        "[1, 2]", "line 1, column 1: a table is not a value; only lookup takes one, as lookup(x, [0, 0; 10, 100])")]
    public void Compile_OfBadText_IsRefusedWithOneLine(string text, string reason) =>
        Rig.OfTheDocs().Compile($"v := {text}").Variables[0].Fault!.ToString().ShouldBe(reason);

    [Fact]
    public void Compile_MoreBytesThanFunctionsMayHold_IsRefusedWithBytesAndLimit()
    {
        ExpressionLimits limits = new() { StateBytes = 6 << 20 };
        VariableDefinition[] definitions =
        [
            new("a", "cycles(x)"), new("b", "cycles(x, 0.1)"), new("refused", "delay(x, 200000) + delay(x, 200000)"),
            new("c", "rainflow(x)"), new("d", "movavg(x, 10)"),
        ];

        SignalProgram program = SignalCompiler.Compile(definitions, Rig.OfTheDocs(), limits);

        program.Variables.Where(variable => !variable.IsOk).ShouldHaveSingleItem().Name.ShouldBe("refused");
        program.Variables[2].Reason.ShouldContain($"of the {6 << 20} for all functions of a stream are left");
    }

    [Fact]
    public void Compile_OfPolynomialOfTooManyCoefficients_IsRefusedAtTheFirstTooMany() =>
        Rig.OfTheDocs().Compile(
            $"v := poly(x, {string.Join(", ", Enumerable.Repeat(1, 33))})").Variables[0].Fault!.ToString()
            .ShouldBe("line 1, column 105: poly takes at most 32 of 'c'; expected poly(x, c, ...)");

    [Fact]
    public void Compile_WithUnexpectedException_RefusesThatVariable_AndCompilesTheOthers()
    {
        SignalProgram program =
            SignalCompiler.Compile([new("bad", "broken + 1"), new("good", "1 + 2")], new BrokenScope());

        program.Variables[0].Fault!.What.ShouldBe(
            "the formula cannot be compiled (InvalidOperationException: of the test)");
        program.Variables[1].IsOk.ShouldBeTrue();
    }

    [Theory]
    [InlineData("abs(nosuch)", null)]
    [InlineData("damage(x, sn(1, 2), goodman(500))", null)]
    [InlineData("abs(", "line 1, column 5: unexpected end of the text; expected a number, a name or a bracket")]
    [InlineData(
        "1 + flor(x)",
        "line 1, column 5: there is no function 'flor' (did you mean floor?); the functions are listed in "
            + "docs/expressions.md")]
    [InlineData("movavg(x)", "line 1, column 1: movavg needs 'n'; expected movavg(x, n)")]
    public void CheckText_WithoutAStream_FindsWhatIsWrongForAll(string text, string? reason) =>
        (SignalCompiler.CheckText(text)?.ToString()).ShouldBe(reason);

    [Fact]
    public void CheckText_OfPolynomialOfTooManyCoefficients_IsRefused() =>
        SignalCompiler.CheckText($"poly(x, {string.Join(", ", Enumerable.Repeat(1, 33))})")!
            .Position.Column.ShouldBe(105);

    [Fact]
    public void Compile_OfUnknownUnit_IsReported() =>
        Rig.OfTheDocs().Compile("v := servo1.force + 5 kM").Variables[0].Fault!.ToString()
            .ShouldStartWith("line 1, column 16: 'kM' is no unit: ");

    [Fact]
    public void Compile_OfCycle_IsRefusedWithItsPath_AndOnlyWhatNeedsItToo()
    {
        SignalProgram program = Rig.OfTheDocs().Compile("a := b + 1", "b := c", "c := a", "d := a", "e := x");

        program.Variables.Select(variable => variable.Fault?.What).ShouldBe(
        [
            "it needs itself: a -> b -> c -> a",
            "it needs itself: b -> c -> a -> b",
            "it needs itself: c -> a -> b -> c",
            "it needs a variable that needs itself",
            null,
        ]);
    }

    [Fact]
    public void Compile_OfVariableThatNamesItself_IsRefused() =>
        Rig.OfTheDocs().Compile("a := a + 1").Variables[0].Fault!.What.ShouldBe("it needs itself: a -> a");

    [Fact]
    public void Compile_OfBadDefinition_TakesOnlyDependantsDown()
    {
        SignalProgram program =
            Rig.OfTheDocs().Compile("good := x * 2", "bad := nosuch", "behind := bad + 1", "also := good + 1");

        program.Variables.Select(variable => variable.IsOk).ShouldBe([true, false, false, true]);
        program.Variables[2].Reason.ShouldBe("behind: line 1, column 1: variable 'bad' is not valid; correct it first");
    }

    [Fact]
    public void Compile_InAnyOrder_FindsTheOrderOfDependencies()
    {
        SignalProgram program = Rig.OfTheDocs().Compile("c := b + 1", "b := a + 1", "a := x");

        program.Order.ShouldBe([2, 1, 0]);
        program.Variables[0].Dependencies.ShouldBe(["b"]);
        program.Run(Rig.OfTheDocs().At(0, 4));
        program.Values(0)[0].ShouldBe(12.6);
    }

    [Theory]
    [InlineData("", "a name has 0 characters")]
    [InlineData("1a", "'1a' is no name for a variable")]
    [InlineData("and", "'and' is a word of the language")]
    [InlineData("pi", "'pi' is a word of the language")]
    [InlineData("x", "'x' is a channel or a constant")]
    public void Compile_OfBadName_IsRefused(string name, string what) =>
        SignalCompiler.Compile(
            [new VariableDefinition(name, "1")], Rig.OfTheDocs()).Variables[0].Fault!.What.ShouldBe(what);

    [Fact]
    public void Compile_OfNameTwice_RefusesTheSecond() =>
        Rig.OfTheDocs().Compile("a := 1", "a := 2").Variables[1].Fault!.What.ShouldBe("there is another variable 'a'");

    [Fact]
    public void Compile_OfDivisionByZero_Warns() =>
        Rig.OfTheDocs().Compile("a := x / 0").Variables[0].Warnings.Single().What.ShouldBe("division by zero");

    [Theory]
    [InlineData("(x * 20 kN) / 500 N > 1.2", 1, "")]
    [InlineData("(x * 1 um) / (50 mm) < 0.00005", 1, "")]
    [InlineData("(x * 50 %) ^ 2 > 1", 0, "")]
    [InlineData("1 mm / 1 m + 1", 1.001, "")]
    [InlineData("1 + 1 mm / 1 m", 1.001, "")]
    [InlineData("max((x * 20 kN) / 500 N, 1)", 40, "")]
    [InlineData("clamp((x * 20 kN) / 500 N, 0, 30)", 30, "")]
    [InlineData("if(x > 0, (x * 20 kN) / 500 N, 0)", 40, "")]
    [InlineData("coalesce((x * 20 kN) / 500 N, 0)", 40, "")]
    [InlineData("mod((x * 20 kN) / 500 N, 3)", 1, "")]
    [InlineData("floor((x * 20 kN) / 500 N)", 40, "")]
    [InlineData("round((x * 20 kN) / 300 N, 1)", 66.7, "")]
    [InlineData("poly((x * 20 kN) / 500 N, 1, 2)", 81, "")]
    [InlineData("lookup((x * 20 kN) / 500 N, [0, 0; 100, 1])", 0.4, "")]
    [InlineData("hysteresis((x * 20 kN) / 500 N, 30, 35)", 1, "")]
    [InlineData("convert(scale(x * 20 kN, 2 [1/N], 1), \"\")", 40001, "")]
    [InlineData("log10((x * 20 kN) / 2 N)", 4, "")]
    [InlineData("(x * 20 kN) / 500 N == 4000 %", 1, "")]
    [InlineData("4 ^ 50 %", 2, "")]
    public void Run_OfDimensionlessQuotientWithNumber_ReducesItToOne(string text, double expected, string unit) =>
        ShouldGive(text, expected, unit);

    [Theory]
    [InlineData("4 * x ^ 0.22", 4, "")]
    [InlineData("pow(x * 2, 0.22)", 1.1647335864684558, "")]
    [InlineData("(x * 2) ^ 101", 2535301200456458802993406410752d, "")]
    [InlineData("percent ^ 0.3", 0.8122523963562356, "")]
    [InlineData("((x * 20 kN) / 500 N) ^ 0.22", 2.251402780405294, "")]
    public void Run_OfPowerOfPlainNumber_TakesAnyExponent(string text, double expected, string unit) =>
        ShouldGive(text, expected, unit);

    [Theory]
    [InlineData("hold(servo1.force > 2, servo1.stroke)")]
    [InlineData("hold(resample(bitin3, x) != 0, x)")]
    [InlineData("hold(resample(bitin3 == 1, x), x)")]
    [InlineData("hold(debounce(x > 1, 2), x)")]
    [InlineData("resample(bitin3, x) * x")]
    [InlineData("resample(x, servo1.force)")]
    public void Compile_OfHoldWhoseMeaningTheRateDoesNotDecide_IsAccepted(string text) =>
        Rig.OfTheDocs().Compile($"v := {text}").Variables[0].Reason.ShouldBe("");

    [Fact]
    public void Compile_OfHoldByVariableThatIsACondition_HoldsWhileTrue()
    {
        Rig rig = Rig.OfTheDocs();
        SignalProgram program = rig.Compile("loaded := servo1.force > 1.5", "v := hold(loaded, servo1.stroke)");
        program.Run(rig.At(0, 4));

        program.Values(1).ToArray().ShouldBe([double.NaN, 1, 2, 1.5]);
    }

    // What was written keeps its unit: a channel in % is compared with so many per cent.
    [Theory]
    [InlineData("percent > 40", 1, "")]
    [InlineData("percent * 2 + 1", 101, "%")]
    [InlineData("(x * 20 kN) / 500 N", 0.04, "kN/N")]
    [InlineData("percent * servo1.stroke / servo1.stroke > 40", 1, "")]
    public void Run_OfDimensionlessUnitThatWasWritten_KeepsIt(string text, double expected, string unit) =>
        ShouldGive(text, expected, unit);

    [Theory]
    [InlineData("1 in == 25.4 mm", 1)]
    [InlineData("x * 1000 um >= 1 mm", 1)]
    [InlineData("20 degC == 68 degF", 1)]
    [InlineData("x * 1 ft == 12 in", 1)]
    [InlineData("convert(x * 1 psi, \"Pa\")", 6894.757293168361)]
    public void Run_OfConversion_RoundsOnce(string text, double expected) =>
        ShouldGive(text, expected, text.StartsWith("convert", StringComparison.Ordinal) ? "Pa" : "");

    [Theory]
    [InlineData("integ(deriv(servo1.stroke))", "mm")]
    [InlineData("servo1.stroke * 1 [mm] / 1 [mm]", "mm")]
    [InlineData("servo1.force / 1 [mm^2] * servo1.stroke", "kN/mm")]
    [InlineData("sqrt(servo1.stroke * servo1.stroke)", "mm")]
    [InlineData("servo1.force / 1 [kN*s] * 1 s", "")]
    [InlineData("servo1.force * servo1.stroke", "kN*mm")]
    public void Unit_OfProduct_IsShownReduced(string text, string unit) =>
        UnitRig().Compile($"v := {text}").Variables[0].Unit.ShouldBe(unit);

    [Fact]
    public void Compile_WithDeclaredUnit_ConvertsToIt()
    {
        Rig rig = Rig.OfTheDocs();
        SignalProgram program = SignalCompiler.Compile([new VariableDefinition("f", "servo1.force", "N")], rig);
        program.Run(rig.At(0, 4));

        program.Variables[0].Unit.ShouldBe("N");
        program.Values(0).ToArray().ShouldBe([1000, 2000, 4000, 3000]);
    }

    [Fact]
    public void Compile_WithDeclaredUnitOfAnotherKind_IsRefused() =>
        SignalCompiler.Compile(
            [new VariableDefinition("f", "servo1.force", "mm")], Rig.OfTheDocs()).Variables[0].Fault!.What
            .ShouldBe("the expression has kN, the variable mm");

    [Fact]
    public void Compile_OfLongChain_NeedsNoStack()
    {
        string[] chain =
        [
            .. Enumerable.Range(1, 4000).Select(i => $"v{i} := v{i - 1} + 1").Prepend("v0 := x").Reverse(),
        ];

        SignalProgram program = Rig.OfTheDocs().Compile(chain);

        program.Variables.ShouldAllBe(variable => variable.IsOk);
        program.Run(Rig.OfTheDocs().At(0, 4));
        program.Value(0).ShouldBe(3995.2, 1e-6);
    }

    [Fact]
    public void Kind_OfConstantExpression_IsNumber()
    {
        SignalProgram program = Rig.OfTheDocs().Compile("a := 2 * run.l0 + 1 cm");

        program.Variables[0].Kind.ShouldBe(SignalKind.Number);
        program.Variables[0].Unit.ShouldBe("mm");
        program.Value(0).ShouldBe(110);
    }

    private static void ShouldGive(string text, double expected, string unit)
    {
        Rig rig = UnitRig();
        SignalProgram program = rig.Compile($"v := {text}");
        program.Variables[0].Reason.ShouldBe("");
        program.Run(rig.At(0, 4));

        program.Value(0).ShouldBe(expected, Math.Max(Math.Abs(expected), 1) * 1e-15);
        program.Variables[0].Unit.ShouldBe(unit);
    }

    private static Rig UnitRig() => new Rig()
        .Fast("x", "", [1, 1, 1, 1])
        .Fast("percent", "%", [50, 50, 50, 50])
        .Fast("servo1.force", "kN", [1, 2, 4, 3])
        .Fast("servo1.stroke", "mm", [0.5, 1, 2, 1.5]);

    private sealed class BrokenScope : ISignalScope
    {
        public IEnumerable<string> Names => [];

        public ScopeEntry? Find(string name) =>
            name == "broken" ? throw new InvalidOperationException("of the test") : null;
    }
}
