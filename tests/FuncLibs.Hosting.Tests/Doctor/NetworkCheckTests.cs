using System.Net;
using System.Net.Sockets;
using FuncLibs.Hosting.Doctor;

namespace FuncLibs.Hosting.Tests.Doctor;

public sealed class NetworkCheckTests : IDisposable
{
    private readonly SystemFolder _system = new();

    public void Dispose() => _system.Dispose();

    [Theory]
    [InlineData("tcp://127.0.0.1:0")]
    [InlineData("ipc:///run/telemetry/data")]
    public void Port_NoFixedPort_IsOk(string address) =>
        NetworkCheck.CheckPort(new("Publish:Endpoint", address), isRunning: false).Result.ShouldBe(DoctorResult.Ok);

    [Fact]
    public void Port_InUseByAnother_FailsAndSaysHowToFindIt()
    {
        using TcpListener other = Listen(out int port);
        DoctorFinding found = NetworkCheck.CheckPort(Bind(port), isRunning: false);
        found.Result.ShouldBe(DoctorResult.Fail);
        found.Fix!.ShouldContain($"sport = :{port}");
    }

    [Fact]
    public void Port_InUseWhileTheProgramRuns_IsOk()
    {
        using TcpListener own = Listen(out int port);
        NetworkCheck.CheckPort(Bind(port), isRunning: true).Result.ShouldBe(DoctorResult.Ok);
    }

    [Fact]
    public void Port_AddressOfAnotherMachine_Fails() => NetworkCheck
        .CheckPort(new("Publish:Endpoint", "tcp://192.0.2.1:5556"), isRunning: false)
        .Result.ShouldBe(DoctorResult.Fail);

    [Theory]
    [InlineData(212_992, "warn")]
    [InlineData(4_194_304, "ok")]
    public void Buffers_Limit_IsJudged(long bytes, string result)
    {
        _system.Write("/proc/sys/net/core/rmem_max", $"{bytes}");
        _system.Write("/proc/sys/net/core/wmem_max", "8388608");
        NetworkCheck.CheckBuffers(_system.Files).Result.ToString().ShouldBe(result, StringCompareShould.IgnoreCase);
    }

    [Fact]
    public void Firewall_NothingBeyondLoopback_IsOk() =>
        NetworkCheck.CheckFirewall([Bind(5556)], _system.Files).Result.ShouldBe(DoctorResult.Ok);

    [Fact]
    public void Firewall_UfwWithoutARule_FailsWithTheCommand()
    {
        _system.Write("/etc/ufw/ufw.conf", "ENABLED=yes");
        _system.Write("/etc/ufw/user.rules", "-A ufw-user-input -p tcp --dport 5556 -j ACCEPT");
        DoctorFinding found = NetworkCheck.CheckFirewall(
            [new("Publish:Endpoint", "tcp://0.0.0.0:5556"), new("Control:Endpoint", "tcp://*:5557")], _system.Files);
        found.Result.ShouldBe(DoctorResult.Fail);
        found.Fix.ShouldBe("sudo ufw allow proto tcp to any port 5557");
    }

    [Fact]
    public void Firewall_UfwWhoseRulesCannotBeRead_Warns() =>
        NetworkCheck.JudgeUfw([5556], rules: null).Result.ShouldBe(DoctorResult.Warn);

    [Theory]
    [InlineData("type filter hook input priority 0; policy drop;\n tcp dport { 22, 5556 } accept", "ok")]
    [InlineData("type filter hook input priority 0; policy drop;\n tcp dport 22 accept", "fail")]
    [InlineData("type filter hook input priority 0; policy accept;", "ok")]
    [InlineData("", "ok")]
    public void Firewall_RulesOfNftables_AreJudged(string rules, string result) =>
        NetworkCheck.JudgeRules([5556], rules).Result.ToString().ShouldBe(result, StringCompareShould.IgnoreCase);

    private static DoctorBind Bind(int port) => new("Publish:Endpoint", $"tcp://127.0.0.1:{port}");

    private static TcpListener Listen(out int port)
    {
        TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        port = ((IPEndPoint)listener.LocalEndpoint).Port;
        return listener;
    }
}
