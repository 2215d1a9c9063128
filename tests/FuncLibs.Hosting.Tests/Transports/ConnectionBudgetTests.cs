using FuncLibs.Hosting.Transports;

namespace FuncLibs.Hosting.Tests.Transports;

public sealed class ConnectionBudgetTests
{
    [Fact]
    public void Create_NoLimitOfFiles_DoesNotLimitConnections() =>
        ConnectionBudget.Create(null).PerPort.ShouldBe(int.MaxValue);

    [Fact]
    public void Create_TooFewFiles_SaysHowManyAreNeededAndWhatToDo()
    {
        string message = Should.Throw<StartupException>(() => ConnectionBudget.Create(1023)).Message;
        message.ShouldContain("the limit of open files is 1023, and 1024 are needed");
        message.ShouldContain("ulimit -n 65536");
    }

    // Four ports share what the host does not need itself: 640 files, or a quarter of them if that is more.
    [Theory]
    [InlineData(1024, 96)]
    [InlineData(65_536, 12_288)]
    [InlineData(long.MaxValue, int.MaxValue)]
    public void Create_Limit_LeavesFilesForTheHost(long files, int perPort) =>
        ConnectionBudget.Create(files).PerPort.ShouldBe(perPort);
}
