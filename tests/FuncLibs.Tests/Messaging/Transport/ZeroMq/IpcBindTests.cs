using FuncLibs.Messaging.Transport;
using FuncLibs.Tests.Messaging.Transport.Contract;

namespace FuncLibs.Tests.Messaging.Transport.ZeroMq;

public sealed class IpcBindTests : IDisposable
{
    private readonly Rig _rig = Rig.Of<ZeroMqUnderTest>();

    [Fact]
    public void Publish_IpcFolderMissing_ReportsWhatToCreate() =>
        Should.Throw<EndpointException>(
            () => _rig.Transport.Publish(Endpoint.Parse($"ipc://{Path.GetTempPath()}no-such-{Guid.NewGuid():N}/x")))
            .Message.ShouldContain("folder does not exist");

    [Fact]
    public void Publish_IpcPathOfARunningPublisher_IsNotTakenOver()
    {
        var path = Endpoint.Parse($"ipc://{Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString("N"))}");
        _rig.Own(_rig.Transport.Publish(path));
        Should.Throw<EndpointException>(
            () => _rig.Transport.Publish(path)).Message.ShouldContain("another program uses it");
        File.Delete(path.Path!);
    }

    [Fact]
    public void Publish_IpcPathOfAFile_DoesNotDeleteIt()
    {
        string file = Path.GetTempFileName();
        File.WriteAllText(file, "kept");
        Should.Throw<EndpointException>(
            () => _rig.Transport.Publish(Endpoint.Parse($"ipc://{file}"))).Message.ShouldContain("not a socket");
        File.ReadAllText(file).ShouldBe("kept");
        File.Delete(file);
    }

    public void Dispose() => _rig.Dispose();
}
