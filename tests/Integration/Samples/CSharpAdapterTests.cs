using Testing.Processes;

namespace Integration.Samples;

/// <summary>samples/rig-adapter-csharp feeds a connector, and through it a monitor.</summary>
public sealed class CSharpAdapterTests : IDisposable
{
    private readonly AdaptedRig _rig = new(HostProcess.Run(
        "rig-adapter-csharp",
        "dotnet",
        [],
        [Path.Combine(HostProcess.FolderOf("samples/rig-adapter-csharp"), "rig-adapter-csharp.dll"), "0"]));

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Adapter_NamesUnitsAndValues_AreThoseOfItsRig()
    {
        _rig.Signals.ShouldBe(
        [
            "servo1.activectrl", "servo1.count", "servo1.command mm", "servo1.output %", "servo1.force kN",
            "servo1.displacement mm", "bitin1",
        ]);

        Dictionary<string, double> values = _rig.Values;
        values["servo1.force"].ShouldBe(AdaptedRig.StiffnessKNPerMm * values["servo1.displacement"]);
        (values["servo1.activectrl"], values["bitin1"]).ShouldBe((0, 1));
    }

    [Fact]
    public void Adapter_StoppedAfterBlocks_AccountIsExact()
    {
        _rig.View.WaitForMore(50);

        long sent = _rig.StopAdapter();

        _rig.Source.GetProperty("blocks").GetInt64().ShouldBe(sent);
        _rig.Source.GetProperty("dropped").GetInt64().ShouldBe(0);
        _rig.View.Account.ShouldSatisfyAllConditions(
            a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0), a => a.Missing.ShouldBe(0));
    }
}
