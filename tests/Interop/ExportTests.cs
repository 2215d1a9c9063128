using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>What `export` writes of a running connector's journal, read by NumPy and by Python's csv module.</summary>
public sealed class ExportTests : IDisposable
{
    private const int Blocks = 50;
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;

    public ExportTests() => _connector = Hosts.StartSelfFed(_folder.File("state"));

    public void Dispose()
    {
        _connector.Dispose();
        _folder.Dispose();
    }

    [PythonFact]
    public void NpyAndCsv_OfARunningTest_HaveTheSameBits()
    {
        Eventually.True(() => Durable() >= Blocks, $"the journal has {Blocks} blocks", TimeSpan.FromSeconds(60));
        Export("npy", "npy");
        Export("csv", "out.csv");

        using HostProcess python = Python.Start("compare_exports.py", _folder.File("npy"), _folder.File("out.csv"));
        python.WaitForExit().ShouldBe(0, python.Everything);
        JsonElement found = JsonDocument.Parse(string.Concat(python.Output)).RootElement;
        found.GetProperty("columns")[2].GetString().ShouldBe("servo1.force [kN]");
        (found.GetProperty("rows").GetInt32() % Blocks, found.GetProperty("same").GetBoolean()).ShouldBe((0, true));
        (found.GetProperty("rising").GetBoolean(), found.GetProperty("seconds").GetBoolean()).ShouldBe((true, true));
        found.GetProperty("unit").GetString().ShouldBe("kN");
        ReadByThePackage(found.GetProperty("rows").GetInt32());
    }

    // The journal that the connector still writes, read by clients/python: the same bits and times as the C# reader's.
    private void ReadByThePackage(int rows)
    {
        using HostProcess python = Python.Start("compare_recording.py", _folder.File("state"), _folder.File("npy"));
        python.WaitForExit().ShouldBe(0, python.Everything);
        JsonElement found = JsonDocument.Parse(string.Concat(python.Output)).RootElement;
        (found.GetProperty("rows").GetInt32(), found.GetProperty("gaps").GetInt32()).ShouldBe((rows, 0));
        found.GetProperty("times").GetBoolean().ShouldBeTrue();
        found.GetProperty("same").EnumerateObject().Select(column => (column.Name, column.Value.GetBoolean()))
            .ShouldBe([("servo1.force", true), ("servo1.stroke", true)]);
        found.GetProperty("units").GetProperty("servo1.force").GetString().ShouldBe("kN");
    }

    private ulong Durable() => _connector.Json("/health").GetProperty("streams").EnumerateArray()
        .Select(stream => stream.GetProperty("durable").GetUInt64())
        .FirstOrDefault();

    private void Export(string format, string name)
    {
        using HostProcess export = HostProcess.Start(
            Hosts.Monitor,
            "export", "--source", _folder.File("state"), "--format", format, "--out", _folder.File(name),
            "--channels", "servo1.force,servo1.stroke", "--to", $"{Blocks}");
        export.WaitForExit().ShouldBe(0, export.Everything);
    }
}
