using FuncLibs.Hosting.Supervision;

namespace FuncLibs.Hosting.Tests.Supervision;

public sealed class ServiceManagerTests
{
    private const int Own = 4711;

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("30s")]
    [InlineData("99999999999999999999")]
    public void FindTimeout_NoUsableTime_IsNull(string? microseconds) =>
        ServiceManager.FindTimeout(microseconds, process: null, Own).ShouldBeNull();

    [Theory]
    [InlineData(null)]
    [InlineData("4711")]
    public void FindTimeout_TimeForThisProcess_IsThatTime(string? process) =>
        ServiceManager.FindTimeout("30000000", process, Own).ShouldBe(TimeSpan.FromSeconds(30));

    [Theory]
    [InlineData("1")]
    [InlineData("x")]
    public void FindTimeout_TimeForAnotherProcess_IsNull(string process) =>
        ServiceManager.FindTimeout("30000000", process, Own).ShouldBeNull();
}
