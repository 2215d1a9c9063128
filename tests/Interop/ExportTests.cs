using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>
/// What `export` writes of a running connector's journal, read by NumPy, Python's csv module, h5py (the HDF5 library)
/// and @mcap/core (the library of MCAP's authors).
/// </summary>
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
    public void Files_OfARunningTest_HaveTheSameNumbersInTheReadersOfOthers()
    {
        Eventually.True(() => Durable() >= Blocks, $"the journal has {Blocks} blocks", TimeSpan.FromSeconds(60));
        Export("npy", "npy");
        Export("csv", "out.csv");
        Export("hdf5", "out.h5");
        Export("mcap", "out.mcap");

        using HostProcess python = Python.Start("compare_exports.py", _folder.File("npy"), _folder.File("out.csv"));
        JsonElement csv = Answer(python);
        csv.GetProperty("columns")[2].GetString().ShouldBe("servo1.force [kN]");
        int rows = csv.GetProperty("rows").GetInt32();
        (rows % Blocks, csv.GetProperty("same").GetBoolean()).ShouldBe((0, true));
        (csv.GetProperty("rising").GetBoolean(), csv.GetProperty("seconds").GetBoolean()).ShouldBe((true, true));
        csv.GetProperty("unit").GetString().ShouldBe("kN");

        using HostProcess node = Node.Start("read-mcap.mjs", _folder.File("out.mcap"));
        JsonElement mcap = Answer(node);
        JsonElement channel = mcap.GetProperty("channels").EnumerateArray().Single();
        string topic = channel.GetProperty("topic").GetString()!;
        Text(channel, "encoding", "schemaEncoding").ShouldBe(["json", "jsonschema"]);
        channel.GetProperty("schema").GetProperty("properties").GetProperty("servo1.force").GetProperty("unit")
            .GetString().ShouldBe("kN");
        Numbers(mcap, "messages", "indexed", "streamed").ShouldBe([rows, rows, rows]);
        (mcap.GetProperty("whole").GetBoolean(), mcap.GetProperty("rising").GetBoolean()).ShouldBe((true, true));
        mcap.GetProperty("metadata").GetProperty("test").GetProperty("stream").GetString().ShouldBe("main");
        mcap.GetProperty("sums").GetProperty(topic).GetProperty("servo1.force").GetDouble()
            .ShouldBe(csv.GetProperty("sum").GetDouble());

        using HostProcess hdf = Python.Start("read_hdf5.py", _folder.File("out.h5"), _folder.File("npy"), topic);
        JsonElement hdf5 = Answer(hdf);
        (hdf5.GetProperty("same").GetBoolean(), hdf5.GetProperty("rows").GetInt32()).ShouldBe((true, rows));
        (hdf5.GetProperty("chunked").GetBoolean(), hdf5.GetProperty("shuffle").GetBoolean()).ShouldBe((true, true));
        Text(hdf5, "compression", "stream").ShouldBe(["gzip", "main"]);
        $"{hdf5.GetProperty("rate").GetDouble()}hz".ShouldBe(topic);
        ReadByThePackage(rows);
    }

    // The journal that the connector still writes, read by clients/python: the same bits and times as the C# reader's.
    private void ReadByThePackage(int rows)
    {
        using HostProcess python = Python.Start("compare_recording.py", _folder.File("state"), _folder.File("npy"));
        JsonElement found = Answer(python);
        (found.GetProperty("rows").GetInt32(), found.GetProperty("gaps").GetInt32()).ShouldBe((rows, 0));
        found.GetProperty("times").GetBoolean().ShouldBeTrue();
        found.GetProperty("same").EnumerateObject().Select(column => (column.Name, column.Value.GetBoolean()))
            .ShouldBe([("servo1.force", true), ("servo1.stroke", true)]);
        found.GetProperty("units").GetProperty("servo1.force").GetString().ShouldBe("kN");
    }

    private static JsonElement Answer(HostProcess process)
    {
        process.WaitForExit().ShouldBe(0, process.Everything);
        return JsonDocument.Parse(string.Concat(process.Output)).RootElement;
    }

    private static string?[] Text(JsonElement json, params string[] names) =>
        [.. names.Select(name => json.GetProperty(name).GetString())];

    private static int[] Numbers(JsonElement json, params string[] names) =>
        [.. names.Select(name => json.GetProperty(name).GetInt32())];

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
