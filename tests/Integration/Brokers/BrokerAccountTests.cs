using System.Text;
using Testing;
using Testing.Brokers;
using Testing.Certificates;

namespace Integration.Brokers;

/// <summary>The account of bridge and monitor at the broker, and its password file.</summary>
public sealed class BrokerAccountTests(RabbitMqFixture fixture) : IClassFixture<RabbitMqFixture>
{
    private const string User = "rig1";
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    [RabbitMqFact]
    public void Password_ChangedAtTheBrokerAndInTheFile_IsUsedWithoutARestart()
    {
        using TemporaryFolder folder = new();
        RabbitMqServer server = fixture.Server;
        string file = folder.File("password");
        TestCertificates.WriteSecret(file, Encoding.UTF8.GetBytes("first"));
        server.AddUser(User, "first");
        server.SetPermissions(User, "^cdb", "^cdb", "^cdb");
        using BridgedRig rig = new(
            new BrokerAccess($"amqp://127.0.0.1:{server.Port}") { User = User, PasswordFile = file }, "account");

        server.ChangePassword(User, "second");
        server.CloseConnections();
        string said = $"refuses user '{User}': wrong user or password";
        Eventually.True(
            () => rig.BridgeFault?.Contains(said, StringComparison.Ordinal) == true, "the bridge is refused", Limit);
        Eventually.True(
            () => rig.Queue.GetProperty("fault").GetString()?.Contains(said, StringComparison.Ordinal) == true,
            "the monitor is refused",
            Limit);
        File.Delete(file);
        Eventually.True(
            () => rig.BridgeFault?.EndsWith($"file {file} does not exist", StringComparison.Ordinal) == true,
            "the bridge says that there is no file",
            Limit);
        TestCertificates.WriteSecret(file, Encoding.UTF8.GetBytes("second"));
        rig.WaitForRun();

        BridgedRigTests.CheckAccount(rig);
    }
}
