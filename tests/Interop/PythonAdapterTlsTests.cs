using Testing.Processes;

namespace Interop;

/// <summary>samples/rig-adapter-python beyond its machine: TLS of Python's ssl, and a token.</summary>
public sealed class PythonAdapterTlsTests : IDisposable
{
    private readonly SecuredAdapter _adapter = Python.Missing is null
        ? new(arguments => Python.Start("rig_adapter.py", arguments)) : null!;

    public void Dispose() => _adapter?.Dispose();

    [PythonFact]
    public void Adapter_WrongTokenThenTheRightOne_ServesTheSecond()
    {
        _adapter.Read(knowsToken: false).ShouldBe((0, "no valid hello: its token is not the one of this rig"));

        _adapter.Read(knowsToken: true).ShouldBe((5, ""));
    }
}
