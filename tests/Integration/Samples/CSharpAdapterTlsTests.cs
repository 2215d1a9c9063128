using Testing.Processes;

namespace Integration.Samples;

/// <summary>samples/rig-adapter-csharp beyond its machine: TLS and a token.</summary>
public sealed class CSharpAdapterTlsTests : IDisposable
{
    private readonly SecuredAdapter _adapter = new(arguments => HostProcess.Run(
        "rig-adapter-csharp",
        "dotnet",
        [],
        [Path.Combine(HostProcess.FolderOf("samples/rig-adapter-csharp"), "rig-adapter-csharp.dll"), .. arguments]));

    public void Dispose() => _adapter.Dispose();

    [Fact]
    public void Adapter_WrongTokenThenTheRightOne_ServesTheSecond()
    {
        _adapter.Read(knowsToken: false).ShouldBe((0, "no valid hello: its token is not the one of this rig"));

        _adapter.Read(knowsToken: true).ShouldBe((5, ""));
    }
}
