using FuncLibs.Amqp;
using FuncLibs.Amqp.Consuming;
using SignalMonitor.Saving;
using Testing;

namespace SignalMonitor.Tests.Saving;

public sealed class MarkerFileTests : IDisposable
{
    private const string Connection = "amqp://broker:5672/cdb.lab.rig1";
    private static readonly ConsumedStream Consumed = new(TestStream.Publisher, new StreamPlace(1, 2, 30));
    private readonly TemporaryFolder _folder = new();
    private readonly MarkerFile _file;

    public MarkerFileTests() => _file = new MarkerFile(_folder.Path, Connection, "cdb.lab.rig1");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Read_WhatWasWritten_IsTheSame()
    {
        StreamMarker[] written = [Marker(0), Marker(700) with { NotKept = [3, 4] }];
        _file.Write(written).ShouldBeNull();
        _file.Read([Consumed], out IReadOnlyList<StreamMarker> read).ShouldBeNull();

        read.Select(marker => (marker.Offset, marker.Publisher, marker.Epoch, marker.Number))
            .ShouldBe(written.Select(marker => (marker.Offset, marker.Publisher, marker.Epoch, marker.Number)));
        read[1].Streams.ShouldBe(written[1].Streams);
        read[0].NotKept.ShouldBeEmpty();
        read[1].NotKept.ShouldBe([3U, 4U]);
    }

    [Fact]
    public void Read_NoFile_IsNoFault()
    {
        _file.Read([Consumed], out IReadOnlyList<StreamMarker> read).ShouldBeNull();

        read.ShouldBeEmpty();
    }

    [Fact]
    public void Path_NameThatIsNoFileName_IsEscaped()
    {
        string name = Path.GetFileName(new MarkerFile(_folder.Path, Connection, "a/b\\c:d" + new string('x', 200)).Path);

        name.ShouldStartWith("amqp-a%2Fb%5Cc%3Ad");
        name.Length.ShouldBeLessThan(120);
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("""{"format":2,"connection":"amqp://broker:5672/cdb.lab.rig1","markers":[]}""")]
    [InlineData("""{"format":1,"connection":"amqp://broker:5672/cdb.lab.rig1","markers":[null]}""")]
    [InlineData("""
        {"format":1,"connection":"amqp://broker:5672/cdb.lab.rig1","markers":[
            {"offset":-1,"publisher":"00112233-4455-6677-8899-aabbccddeeff","epoch":1,"number":1,"streams":[]}]}
        """)]
    [InlineData("""
        {"format":1,"connection":"amqp://broker:5672/cdb.lab.rig1","markers":[
            {"offset":1,"publisher":"00112233-4455-6677-8899-aabbccddeeff","epoch":1,"number":1,"streams":[[1,2]]}]}
        """)]
    public void Read_DamagedFile_IsSetAside(string content)
    {
        File.WriteAllText(_file.Path, content);
        string fault = _file.Read([Consumed], out IReadOnlyList<StreamMarker> read).ShouldNotBeNull();

        fault.ShouldContain("read from its first message");
        fault.ShouldContain(".damaged");
        read.ShouldBeEmpty();
        File.Exists(_file.Path).ShouldBeFalse();
        File.Exists(_file.Path + ".damaged").ShouldBeTrue();
    }

    [Fact]
    public void Read_FileOfAnotherQueue_IsSetAside()
    {
        new MarkerFile(_folder.Path, "amqp://other:5672/q", "q").Write([Marker(0)]).ShouldBeNull();
        File.Move(Directory.GetFiles(_folder.Path).Single(), _file.Path);

        _file.Read([Consumed], out IReadOnlyList<StreamMarker> read).ShouldNotBeNull().ShouldContain("amqp://other:5672/q");
        read.ShouldBeEmpty();
    }

    [Fact]
    public void Read_FileOfAnotherPublisher_IsSetAside()
    {
        _file.Write([Marker(0)]).ShouldBeNull();

        _file.Read([Consumed with { Publisher = Guid.NewGuid() }], out IReadOnlyList<StreamMarker> read)
            .ShouldNotBeNull().ShouldContain(TestStream.Publisher.ToString());
        read.ShouldBeEmpty();
    }

    [Fact]
    public void Write_MarkerOutOfRange_IsLeftOut()
    {
        _file.Write([Marker(0), Marker(5) with { Epoch = ulong.MaxValue }, Marker(700)]).ShouldBeNull();

        _file.Read([Consumed], out IReadOnlyList<StreamMarker> read).ShouldBeNull();
        read.Select(marker => marker.Offset).ShouldBe([0L, 700L]);
    }

    [Fact]
    public void Write_MoreThanTheFileMayHave_KeepsTheNewest()
    {
        StreamPlace[] streams =
            [.. Enumerable.Range(1, StreamMarker.MaxStreams).Select(i => new StreamPlace((uint)i, 2, ulong.MaxValue))];
        _file.Write([.. Enumerable.Range(0, 1000).Select(i => Marker(i) with { Streams = streams })]).ShouldBeNull();

        _file.Read([Consumed], out IReadOnlyList<StreamMarker> read).ShouldBeNull();
        read[^1].Offset.ShouldBe(999);
        read.Count.ShouldBeInRange(200, 999);
        new FileInfo(_file.Path).Length.ShouldBeLessThanOrEqualTo(MarkerFile.MaxBytes);
    }

    [Fact]
    public void Write_NoSuchFolder_SaysSo() =>
        new MarkerFile(Path.Combine(_folder.Path, "gone"), Connection, "q").Write([]).ShouldNotBeNull().ShouldContain("gone");

    private static StreamMarker Marker(long offset) =>
        new(offset, TestStream.Publisher, 2, 1, [new StreamPlace(1, 2, 30), new StreamPlace(uint.MaxValue - 1, 1, 1)]);
}
