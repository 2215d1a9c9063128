using FuncLibs.Runtime.Files;
using HardwareConnector.Bridge;
using Testing;

namespace HardwareConnector.Tests.Bridge;

public sealed class BridgeRequestFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly BridgeRequestFile _file;

    public BridgeRequestFileTests() => _file = new BridgeRequestFile(new DiskFiles(_folder.Path));

    [Fact]
    public void TryRead_RequestThatWasDone_IsNotReadAgain()
    {
        _file.Write(new BridgeRequest(7)).IsOk.ShouldBeTrue();

        _file.TryRead(out BridgeRequest? request, out _).ShouldBeTrue();
        request!.Epoch.ShouldBe(7UL);
        _file.Remove().IsOk.ShouldBeTrue();
        _file.TryRead(out _, out string? fault).ShouldBeFalse();
        fault.ShouldBeNull();
    }

    [Fact]
    public void TryRead_DoneRequestThatCannotBeRemoved_IsNotReadAgain()
    {
        _file.Write(new BridgeRequest(7)).IsOk.ShouldBeTrue();
        _file.TryRead(out _, out _).ShouldBeTrue();
        byte[] content = File.ReadAllBytes(_folder.File(BridgeRequestFile.FileName));
        _file.Remove();
        File.WriteAllBytes(_folder.File(BridgeRequestFile.FileName), content);

        _file.TryRead(out _, out string? fault).ShouldBeFalse();

        fault.ShouldBeNull();
    }

    [Theory]
    [InlineData("{")]
    [InlineData("{\"format\": 3, \"epoch\": 1}")]
    [InlineData("{\"epoch\": -1}")]
    public void TryRead_FileThatIsNone_IsSaidOnceAndRemoved(string content)
    {
        File.WriteAllText(_folder.File(BridgeRequestFile.FileName), content);

        _file.TryRead(out _, out string? fault).ShouldBeFalse();

        fault.ShouldNotBeNull().ShouldContain(BridgeRequestFile.FileName);
        File.Exists(_folder.File(BridgeRequestFile.FileName)).ShouldBeFalse();
    }

    [Theory]
    [InlineData(0, 0, true)]
    [InlineData(7, 7, true)]
    [InlineData(8, 7, false)]
    [InlineData(1, 0, false)]
    public void FindFault_Epoch_IsOneThatThereIs(ulong epoch, ulong newest, bool isGood) =>
        (new BridgeRequest(epoch).FindFault(newest) is null).ShouldBe(isGood);

    public void Dispose() => _folder.Dispose();
}
