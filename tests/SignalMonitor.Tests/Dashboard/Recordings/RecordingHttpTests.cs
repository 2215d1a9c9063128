using System.Net;
using System.Text.Json;
using SignalMonitor.Dashboard.Recordings;
using SignalMonitor.Events;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Recorder;

namespace SignalMonitor.Tests.Dashboard.Recordings;

public sealed class RecordingHttpTests : IDisposable
{
    private readonly RecorderRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task List_NoFolder_IsEmpty()
    {
        await using DashboardServer server = await Start(root: _rig.Root + "-none");

        (HttpStatusCode status, JsonElement list) = await server.Ask(HttpMethod.Get, "/api/recordings");

        (status, list.GetProperty("recordings").GetArrayLength()).ShouldBe((HttpStatusCode.OK, 0));
    }

    [Fact]
    public async Task List_TwoRuns_HasTheNewestFirst()
    {
        _rig.Record("old", RecorderRig.Started);
        _rig.Record("new", RecorderRig.Started.AddDays(1));
        await using DashboardServer server = await Start();

        JsonElement[] list = await List(server);

        list.Select(one => one.GetProperty("id").GetString()).ShouldBe(["lab/rig1/new", "lab/rig1/old"]);
        JsonElement newest = list[0];
        newest.GetProperty("specimen").GetString().ShouldBe("S1");
        newest.GetProperty("operator").GetString().ShouldBe("kim");
        newest.GetProperty("open").GetBoolean().ShouldBeFalse();
        newest.GetProperty("blocks").GetInt64().ShouldBe(3);
        newest.GetProperty("bytes").GetInt64().ShouldBeGreaterThan(0);
        newest.GetProperty("streams").EnumerateArray().Single().GetString().ShouldBe("main");
        newest.GetProperty("startedNs").GetString()
            .ShouldBe($"{RecorderRig.Started.AddDays(1).ToUnixTimeSeconds()}000000000");
        newest.GetProperty("fromNs").GetString().ShouldBe($"{TestStream.AcquiredNs}");
    }

    [Fact]
    public async Task List_TwoRunsOfOneName_HasBothAndEachIsFound()
    {
        _rig.Record("A", RecorderRig.Started);
        _rig.Record("A", RecorderRig.Started.AddDays(1));
        await using DashboardServer server = await Start();

        JsonElement[] list = await List(server);
        (HttpStatusCode status, JsonElement second) = await server.Ask(
            HttpMethod.Get, "/api/recordings/lab/rig1/A~2");

        list.Select(one => one.GetProperty("id").GetString()).ShouldBe(["lab/rig1/A~2", "lab/rig1/A"]);
        list.Select(one => one.GetProperty("run").GetString()).ShouldBe(["A", "A"]);
        (status, second.GetProperty("startedNs").GetString())
            .ShouldBe((HttpStatusCode.OK, list[0].GetProperty("startedNs").GetString()));
    }

    [Fact]
    public async Task List_RunThatGoesOn_IsRecording()
    {
        _rig.Take(RecorderRig.Run("A"));
        _rig.Data(1, 3);
        _rig.WaitFor(status => status.Frames > 0);
        await using DashboardServer server = await Start();

        JsonElement open = (await List(server)).Single();

        open.GetProperty("open").GetBoolean().ShouldBeTrue();
        open.GetProperty("recording").GetBoolean().ShouldBeTrue();
        open.GetProperty("stoppedNs").ValueKind.ShouldBe(JsonValueKind.Null);
    }

    [Fact]
    public async Task List_DocumentThatIsNone_IsListedWithItsFault()
    {
        _rig.Record("A");
        Directory.CreateDirectory(_rig.PathOf("broken"));
        File.WriteAllText(Path.Combine(_rig.PathOf("broken"), RecordingDocument.FileName), "{");
        await using DashboardServer server = await Start();

        JsonElement[] list = await List(server);

        list.Length.ShouldBe(2);
        list[1].GetProperty("run").GetString().ShouldBe("broken");
        list[1].GetProperty("fault").GetString().ShouldNotBeNull().ShouldContain("cannot be read");
    }

    [Theory]
    [InlineData("null")]
    [InlineData("{\"id\":\"00000000-0000-0000-0000-000000000000\",\"folder\":\"../A/journal\"}")]
    public async Task List_DamagedDocument_IsListedBesideTheGoodOne(string publisher)
    {
        _rig.Record("A");
        _rig.Record("B");
        string document = Path.Combine(_rig.PathOf("B"), RecordingDocument.FileName);
        string text = File.ReadAllText(document);
        int begin = text.IndexOf('[', text.IndexOf("\"publishers\"", StringComparison.Ordinal));
        File.WriteAllText(document, $"{text[..begin]}[{publisher}]{text[(text.IndexOf(']', begin) + 1)..]}");
        await using DashboardServer server = await Start();

        JsonElement[] list = await List(server);

        list.Select(one => one.GetProperty("id").GetString()).ShouldBe(["lab/rig1/A", "lab/rig1/B"]);
        list[0].GetProperty("blocks").GetInt64().ShouldBe(3);
        list[1].GetProperty("fault").GetString().ShouldNotBeNull().ShouldContain("is damaged");
    }

    [Fact]
    public async Task List_JournalThatIsGone_IsListedWithItsFault()
    {
        _rig.Record("A");
        Directory.Delete(Path.Combine(_rig.PathOf("A"), "journal"), recursive: true);
        await using DashboardServer server = await Start();

        JsonElement one = (await List(server)).Single();

        one.GetProperty("run").GetString().ShouldBe("A");
        one.GetProperty("blocks").GetInt64().ShouldBe(0);
        one.GetProperty("fault").GetString().ShouldNotBeNullOrEmpty();
    }

    [Fact]
    public async Task Get_Recording_HasItsChannelsAndEvents()
    {
        _rig.Take(RecorderRig.Run("A"));
        _rig.Data(1, 3);
        _rig.WaitFor(status => status.Frames > 0);
        _rig.Events.Add(DashboardEventKind.Note, "main", DashboardEventSeverity.Info, TestStream.AcquiredNs, "kim: here");
        _rig.Take(RecorderRig.Run("A", stopped: RecorderRig.Started.AddHours(1)));
        _rig.WaitFor(status => status.Run is null);
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement one) = await server.Ask(HttpMethod.Get, "/api/recordings/lab/rig1/A");

        status.ShouldBe(HttpStatusCode.OK, one.ToString());
        one.GetProperty("run").GetString().ShouldBe("A");
        one.GetProperty("channels").EnumerateArray().ShouldContain(channel =>
            channel.GetProperty("name").GetString() == "servo1.force"
            && channel.GetProperty("stream").GetString() == "main"
            && channel.GetProperty("unit").GetString() == "kN");
        JsonElement note = one.GetProperty("events").EnumerateArray().Single(
            made => made.GetProperty("kind").GetString() == "note");
        note.GetProperty("text").GetString().ShouldBe("kim: here");
        note.GetProperty("utcNs").GetString().ShouldBe($"{TestStream.AcquiredNs}");
        one.GetProperty("l0Mm").GetDouble().ShouldBe(50);
    }

    [Fact]
    public async Task Get_TwoRunsOfOneName_AreTwoRecordings()
    {
        _rig.Record("A", RecorderRig.Started);
        _rig.Record("A", RecorderRig.Started.AddDays(1));
        await using DashboardServer server = await Start();

        JsonElement[] list = await List(server);
        (HttpStatusCode status, JsonElement second) = await server.Ask(HttpMethod.Get, "/api/recordings/lab/rig1/A~2");
        (_, JsonElement first) = await server.Ask(HttpMethod.Get, "/api/recordings/lab/rig1/A");

        list.Select(one => (one.GetProperty("id").GetString(), one.GetProperty("run").GetString()))
            .ShouldBe([("lab/rig1/A~2", "A"), ("lab/rig1/A", "A")]);
        status.ShouldBe(HttpStatusCode.OK, second.ToString());
        (second.GetProperty("run").GetString(), second.GetProperty("blocks").GetInt64()).ShouldBe(("A", 3));
        string.CompareOrdinal(second.GetProperty("startedNs").GetString(), first.GetProperty("startedNs").GetString())
            .ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Get_NameThatIsEscaped_IsFound()
    {
        _rig.Record("a/b c%");
        await using DashboardServer server = await Start();
        string id = (await List(server)).Single().GetProperty("id").GetString()!;

        string path = string.Join('/', id.Split('/').Select(Uri.EscapeDataString));
        (HttpStatusCode status, JsonElement one) = await server.Ask(HttpMethod.Get, $"/api/recordings/{path}");

        status.ShouldBe(HttpStatusCode.OK, one.ToString());
        one.GetProperty("run").GetString().ShouldBe("a/b c%");
    }

    [Theory]
    [InlineData("lab/rig1/..%2F..%2Fsecret", HttpStatusCode.NotFound)]
    [InlineData("lab/..%5C../A", HttpStatusCode.BadRequest)]
    [InlineData("lab/rig1/.removing-A", HttpStatusCode.BadRequest)]
    [InlineData("lab/rig1/B", HttpStatusCode.NotFound)]
    [InlineData("%2E%2E/rig1/A", HttpStatusCode.NotFound)]
    public async Task Get_IdThatIsNone_IsRefused(string id, HttpStatusCode expected)
    {
        _rig.Record("A");
        await using DashboardServer server = await Start();

        (await server.Ask(HttpMethod.Get, $"/api/recordings/{id}")).Status.ShouldBe(expected);
    }

    [Fact]
    public async Task Get_FolderBehindALink_IsNotFollowed()
    {
        _rig.Record("A");
        Directory.CreateSymbolicLink(_rig.PathOf("link"), _rig.PathOf("A"));
        await using DashboardServer server = await Start();

        (await server.Ask(HttpMethod.Get, "/api/recordings/lab/rig1/link")).Status.ShouldBe(HttpStatusCode.NotFound);
    }

    private static async Task<JsonElement[]> List(DashboardServer server)
    {
        (HttpStatusCode status, JsonElement list) = await server.Ask(HttpMethod.Get, "/api/recordings");
        status.ShouldBe(HttpStatusCode.OK, list.ToString());
        return [.. list.GetProperty("recordings").EnumerateArray()];
    }

    private Task<DashboardServer> Start(string? root = null) => DashboardServer.Start(host => new RecordingHttp(
        new RecordingList(
            root ?? _rig.Root, folder => _rig.Recorder.Status.Folder == folder, TimeProvider.System)).Map(host));
}
