using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.ZeroMq;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>The subscriber of clients/python at a connector that demands keys.</summary>
public sealed class PythonKeysTests : IDisposable
{
    private const int Blocks = 5;
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;

    public PythonKeysTests()
    {
        MakeKey("rig1", _folder.Path);
        MakeKey("office1", _folder.Path);
        Directory.CreateDirectory(_folder.File("allowed"));
        File.Copy(_folder.File("office1.pub"), _folder.File("allowed/office1.pub"));
        _connector = Hosts.StartSelfFed(_folder.File("state"), "--Security:KeyFile", _folder.File("rig1.key"));
    }

    [PythonFact]
    public void Subscriber_AllowedKey_GetsBlocksUnderTheNameOfItsKey()
    {
        using HostProcess python = Python.StartSubscriber(
            _connector, Blocks, "--key", _folder.File("office1.key"), "--server-key", _folder.File("rig1.pub"));
        python.WaitForExit(Limit).ShouldBe(0, python.Everything);
        python.Output.Count.ShouldBe(Blocks);
        _connector.Json("/health").GetProperty("security").GetProperty("accepted").GetInt64().ShouldBe(2);
    }

    public void Dispose()
    {
        _connector.Dispose();
        _folder.Dispose();
    }

    private static void MakeKey(string name, string folder)
    {
        CurveKeys.TryCreate(out CurveKey? known, out CurveKey? secret).ShouldBeTrue();
        new KeyFile { Name = name, Public = known, Secret = secret }.WriteNew(folder);
    }
}
