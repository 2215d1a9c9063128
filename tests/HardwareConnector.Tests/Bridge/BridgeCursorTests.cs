using FuncLibs.Amqp;
using FuncLibs.Hosting.State;
using HardwareConnector.Bridge;
using Testing;

namespace HardwareConnector.Tests.Bridge;

public sealed class BridgeCursorTests : IDisposable
{
    private static readonly Guid Publisher = Guid.NewGuid();
    private readonly TemporaryFolder _folder = new();
    private readonly StateFolder _state;

    public BridgeCursorTests() => _state = StateFolder.Open(_folder.Path);

    [Fact]
    public void Save_NextOpen_HasThePlaces()
    {
        BridgeCursor cursor = Open();
        cursor.Confirm(new StreamPlace(1, 7, 12));
        cursor.Save().ShouldBeNull();

        Open().PlaceOf(1).ShouldBe(new StreamPlace(1, 7, 12));
    }

    [Theory]
    [InlineData(7, 11)]
    [InlineData(6, 99)]
    public void Confirm_EarlierPlace_IsIgnored(ulong epoch, ulong sequence)
    {
        BridgeCursor cursor = Open();
        cursor.Confirm(new StreamPlace(1, 7, 12));

        cursor.Confirm(new StreamPlace(1, epoch, sequence));

        cursor.PlaceOf(1).ShouldBe(new StreamPlace(1, 7, 12));
    }

    [Fact]
    public void OldestEpoch_SeveralStreams_IsThatOfTheLast()
    {
        BridgeCursor cursor = Open();
        cursor.Confirm(new StreamPlace(1, 7, 12));
        cursor.Confirm(new StreamPlace(2, 5, 3));

        cursor.OldestEpoch.ShouldBe(5UL);
    }

    [Fact]
    public void Rewind_ToAnEpoch_KeepsWhatIsBeforeIt()
    {
        BridgeCursor cursor = Open();
        cursor.Confirm(new StreamPlace(1, 7, 12));
        cursor.Confirm(new StreamPlace(2, 5, 3));

        cursor.Rewind(7);

        cursor.PlaceOf(1)!.Value.Epoch.ShouldBe(6UL);
        cursor.PlaceOf(2).ShouldBe(new StreamPlace(2, 5, 3));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Rewind_ToTheBegin_ForgetsAll(ulong epoch)
    {
        BridgeCursor cursor = Open();
        cursor.Confirm(new StreamPlace(1, 7, 12));

        cursor.Rewind(epoch);

        cursor.Any.ShouldBeFalse();
    }

    [Theory]
    [InlineData("", "cannot be used")]
    [InlineData("{", "cannot be used")]
    [InlineData(
        "{\"format\": 1, \"publisher\": \"P\", \"queue\": \"q\", "
            + "\"streams\": [{\"stream\": 1, \"epoch\": 8, \"sequence\": 1}]}",
        "it has a later epoch than the present one, 7")]
    [InlineData("{\"format\": 2, \"publisher\": \"P\", \"queue\": \"q\", \"streams\": []}", "it has format 2")]
    [InlineData(
        "{\"format\": 1, \"publisher\": \"P\", \"queue\": \"other\", \"streams\": []}",
        "it is of queue other, not of q")]
    [InlineData(
        "{\"format\": 1, \"publisher\": \"P\", \"queue\": \"q\", "
            + "\"streams\": [{\"stream\": 1, \"epoch\": 0, \"sequence\": 1}]}",
        "it has an epoch or stream that is none")]
    [InlineData(
        "{\"format\": 1, \"publisher\": \"P\", \"queue\": \"q\", "
            + "\"streams\": [{\"stream\": 1, \"epoch\": 1, \"sequence\": 1}, "
            + "{\"stream\": 1, \"epoch\": 1, \"sequence\": 2}]}",
        "it has a stream twice")]
    public void Open_FileThatIsNone_IsSetAsideAndSaid(string content, string reason)
    {
        File.WriteAllText(
            _folder.File(BridgeCursor.FileName),
            content.Replace("\"P\"", $"\"{Publisher}\"", StringComparison.Ordinal));

        BridgeCursor cursor = Open();

        cursor.Any.ShouldBeFalse();
        cursor.Damage.ShouldNotBeNull().ShouldContain(reason);
        cursor.Damage.ShouldContain("all of the journal is published again");
        File.Exists(_folder.File(BridgeCursor.FileName + DamagedFile.Ending)).ShouldBeTrue();
    }

    [Fact]
    public void Save_MostStreams_CanBeReadAgain()
    {
        BridgeCursor cursor = Open();
        for (uint stream = 0; stream < BridgeDocument.MaxStreams; stream++)
            cursor.Confirm(new StreamPlace(uint.MaxValue - 1 - stream, 7, ulong.MaxValue));
        cursor.Save().ShouldBeNull();

        BridgeCursor read = Open();
        read.Damage.ShouldBeNull();
        read.Places.Count().ShouldBe(BridgeDocument.MaxStreams);
    }

    [Fact]
    public void Save_WhatCouldNotBeReadAgain_IsNotWritten()
    {
        BridgeCursor cursor = Open();
        cursor.Confirm(new StreamPlace(1, 7, 12));
        cursor.Save().ShouldBeNull();
        cursor.Confirm(new StreamPlace(FuncLibs.Messaging.Wire.FrameHeader.HeartbeatStream, 7, 1));

        cursor.Save().ShouldBe("it has an epoch or stream that is none");

        Open().PlaceOf(1).ShouldBe(new StreamPlace(1, 7, 12));
    }

    public void Dispose()
    {
        _state.Dispose();
        _folder.Dispose();
    }

    private BridgeCursor Open() => BridgeCursor.Open(_state, Publisher, epoch: 7, "q");
}
