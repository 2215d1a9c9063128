using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Tests.Signals.Expressions.Compilation;

public sealed class VariableSourceTests
{
    [Fact]
    public void Of_BlanksAndOrderOfDefinitions_DoNotMatter() =>
        Of("size", "servo1.force kN", ("size", "abs( load )"), ("other", "1"))
            .ShouldBe(Of("size", "servo1.force kN", ("other", "2"), ("size", "abs(load)")));

    [Fact]
    public void Of_WhatItIsComputedFrom_Matters()
    {
        string[] all =
        [
            Of("size", "servo1.force kN", ("size", "abs(load)")),
            Of("size", "servo2.force kN", ("size", "abs(load)")),
            Of("size", "servo1.force N", ("size", "abs(load)")),
            Of("size", "servo1.force kN", ("size", "-load")),
            Of("size", "servo1.force kN", ("size", "abs(mean)"), ("mean", "movavg(load, 3)")),
            Of("size", "servo1.force kN", ("size", "abs(mean)"), ("mean", "movavg(load, 4)")),
            Of("load", "servo1.force kN"),
        ];

        all.Distinct().Count().ShouldBe(all.Length);
        all.ShouldAllBe(source => source.Length == 32);
    }

    [Fact]
    public void Of_VariablesThatNeedEachOther_Ends() =>
        Of("a", "servo1.force kN", ("a", "b + 1"), ("b", "a + load")).Length.ShouldBe(32);

    private static string Of(string name, string channel, params (string Name, string Text)[] variables) =>
        VariableSource.Identify(
            name,
            variables.ToDictionary(
                variable => variable.Name, variable => new VariableDefinition(variable.Name, variable.Text)),
            alias => alias == "load" ? channel : null);
}
