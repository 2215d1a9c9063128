using Testing;
using Testing.Processes;

namespace Integration.BadInput;

/// <summary>
/// A connector and a monitor as on two machines whose clocks are an hour apart: libfaketime (Debian: faketime) moves
/// the UTC clock of one of them.
/// </summary>
public sealed class ClocksApartTests : IDisposable
{
    // Folders of Debian's architectures; a search below them would follow links that lead back.
    private static readonly string Library = Directory.EnumerateDirectories("/usr/lib")
        .Select(folder => Path.Combine(folder, "faketime", "libfaketime.so.1"))
        .First(File.Exists);

    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData("+1h", "36\\d\\d|3599) s behind")]
    [InlineData("-1h", "36\\d\\d|3599) s ahead of")]
    public void Monitor_ClockAnHourOff_SaysWhichAndLosesNothing(string offset, string expected)
    {
        using HostProcess connector = Hosts.StartSelfFed(_folder.File("connector"));
        using HostProcess monitor = HostProcess.StartWith(
            new()
            {
                ["LD_PRELOAD"] = Library,
                ["FAKETIME"] = offset,
                ["FAKETIME_DONT_FAKE_MONOTONIC"] = "1",

                // Otherwise waits for a time of the monotonic clock end at once, and every thread spins.
                ["FAKETIME_FORCE_MONOTONIC_FIX"] = "0",
            },
            Hosts.Monitor,
            "run", "--State:Folder", _folder.File("monitor"), "--Subscribe:Endpoint", connector.Endpoint("publish"),
            "--Control:Endpoint", connector.Endpoint("control"), "--Http:Url", Hosts.AnyHttp);
        MonitorView view = new(monitor);

        Eventually.True(
            () => view.Health.GetProperty("reasons").EnumerateArray().Any(
                reason => reason.GetString()!.Contains("the connector's clock", StringComparison.Ordinal)),
            "the monitor says so");
        view.WaitForMore(Hosts.Rate / 2);
        view.Health.GetProperty("reasons").EnumerateArray().ShouldHaveSingleItem().GetString().ShouldNotBeNull()
            .ShouldMatch($"^stream main: the connector's clock is ({expected} this machine's: set one of them$");
        view.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
    }

    public void Dispose() => _folder.Dispose();
}
