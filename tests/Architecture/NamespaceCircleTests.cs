namespace Architecture;

public class NamespaceCircleTests
{
    [Theory]
    [InlineData("FuncLibs.Runtime")]
    [InlineData("FuncLibs.Blocks")]
    [InlineData("FuncLibs.Signals")]
    [InlineData("FuncLibs.Messaging")]
    [InlineData("FuncLibs.Journal")]
    [InlineData("FuncLibs.GroundTruth")]
    [InlineData("FuncLibs.NetMq")]
    [InlineData("FuncLibs.Hosting")]
    [InlineData("HardwareConnector")]
    [InlineData("SignalMonitor")]
    [InlineData("Simulator")]
    [InlineData("Launcher")]
    [InlineData("Tools")]
    [InlineData("Benchmarks")]
    public void Namespaces_OfAProject_HaveNoCircle(string project) => NamespaceGraph.Production
        .CirclesBelow(project)
        .SelectMany(NamespaceGraph.Production.ArrowsAmong)
        .ShouldBeEmpty();
}
