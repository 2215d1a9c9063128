using FuncLibs.Signals.Expressions.Compilation;

namespace FuncLibs.Tests.Signals.Expressions.Compilation;

public sealed class TensileProbeTests
{
    [Theory]
    [InlineData("rp(sigma, eps, 50, 200)", "rp", "sigma", "eps", 0.2)]
    [InlineData("rp(sigma, eps, 50, 200, 1)", "rp", "sigma", "eps", 1)]
    [InlineData("emod(stress(f, run.s0), e / 100, 50, 200)", "emod", "stress(f, run.s0)", "e / 100", 0.2)]
    [InlineData("at(strain = e, stress = s)", "at", "s", "e", 0.2)]
    public void CallOf_Result_HasItsColumns(string text, string name, string stress, string strain, double offset) =>
        TensileProbe.CallOf(text).ShouldBe(new TensileCall(name, stress, strain, offset));

    [Theory]
    [InlineData("rm(sigma)")]
    [InlineData("2 * rp(sigma, eps, 50, 200)")]
    [InlineData("truestress(sigma, eps)")]
    [InlineData("rp(")]
    [InlineData("abs(x)")]
    public void CallOf_Others_IsNothing(string text) => TensileProbe.CallOf(text).ShouldBeNull();

    [Theory]
    [InlineData("rm(sigma)", "sigma")]
    [InlineData(" rm(stress = stress(f, run.s0), fall = 1 %)", "stress(f, run.s0)")]
    [InlineData("rm(sigma) / 2", null)]
    [InlineData("rp(sigma, eps, 50, 200)", null)]
    [InlineData("rm()", null)]
    public void StressOfStrength_Text_IsThatOfRmAlone(string text, string? stress) =>
        TensileProbe.StressOfStrength(text).ShouldBe(stress);
}
