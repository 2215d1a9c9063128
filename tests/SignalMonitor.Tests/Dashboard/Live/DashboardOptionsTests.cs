using System.ComponentModel.DataAnnotations;
using SignalMonitor.Dashboard.Live;

namespace SignalMonitor.Tests.Dashboard.Live;

public sealed class DashboardOptionsTests
{
    [Fact]
    public void MaxBrowsers_Default_Is64() => new DashboardOptions().MaxBrowsers.ShouldBe(64);

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, true)]
    [InlineData(1000, true)]
    [InlineData(1001, false)]
    public void MaxBrowsers_OutsideOfItsRange_IsRefused(int browsers, bool allowed)
    {
        DashboardOptions options = new() { MaxBrowsers = browsers };

        Validator
            .TryValidateObject(options, new ValidationContext(options), null, validateAllProperties: true)
            .ShouldBe(allowed);
    }
}
