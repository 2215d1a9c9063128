using Testing;
using Testing.Brokers;
using Testing.Fuzzing;
using Testing.Processes;

namespace Integration.Brokers;

/// <summary>
/// Messages of a bridge that were changed, published into its queue between the blocks of its rig. Each change has a
/// cause that is known beforehand.
/// </summary>
public sealed class ForeignMessageTests(RabbitMqFixture fixture) : IClassFixture<RabbitMqFixture>
{
    private const int Messages = 4000;
    private const int Seeds = 300;
    private const int Oversize = 3;
    private const string Rig = "foreign";
    private const string Queue = $"cdb.lab.{Rig}";
    private const string Exchange = "cdb";
    private const string FrameType = "cdb.frame";

    private static readonly string[] Causes = ["type", "headers", "topic", "body", "oversize"];
    private static readonly string[] Headers = ["publisher", "stream", "epoch", "seq"];
    private static readonly object?[] WrongValues =
        [null, true, -1, -1L, long.MinValue, 1.5, "text", new byte[100], new List<object?> { 1L }];

    [RabbitMqFact]
    public async Task Publish_ChangedMessagesBetweenBlocks_AreCountedByCauseAndTheAccountIsExact()
    {
        using BridgedRig rig = new(fixture.Server.Port, Rig);
        await using StreamClient client = await StreamClient.Connect(fixture.Server.Uri);
        StreamMessage[] frames = [.. (await client.Read(Queue, Seeds)).Where(one => one.Type == FrameType)];
        Dictionary<string, long> expected = Causes.ToDictionary(cause => cause, _ => 0L);

        for (int number = 1; number <= Messages; number++)
        {
            (string? cause, StreamMessage message) = Change(frames, new Mutator((ulong)number));
            await client.Publish(Exchange, message.Key, message);
            if (cause is not null)
                expected[cause]++;
        }

        for (int i = 0; i < Oversize; i++, expected["oversize"]++)
            await client.Publish(Exchange, frames[0].Key, frames[0] with { Body = new byte[6 << 20] });
        rig.WaitForRun();

        Eventually.True(
            () => Causes.All(cause => CountOf(rig, cause) == expected[cause]),
            $"{string.Join(", ", expected)} are counted",
            TimeSpan.FromMinutes(1));
        BadFrames(rig).ShouldBeGreaterThan(0);
        rig.Queue.GetProperty("reconnects").GetInt64().ShouldBe(0);

        // What was skipped is read again, and skipped again.
        rig.KillMonitor();
        rig.StartMonitor();
        rig.WaitForRun();
        BridgedRigTests.CheckAccount(rig);
    }

    // Null: the message is a frame, whole or damaged, that was delivered before.
    private static (string? Cause, StreamMessage Message) Change(StreamMessage[] frames, Mutator mutator)
    {
        StreamMessage frame = frames[mutator.Next(frames.Length)];
        if (mutator.Next(4) == 0)
            frame = frame.With("x-stream-offset", (long)mutator.Next(1000) - 500);
        string header = Headers[mutator.Next(Headers.Length)];
        switch (mutator.Next(8))
        {
            case 0:
                return ("type", frame with { Type = mutator.Next(2) == 0 ? "" : "cdb.other" });
            case 1:
                return ("headers", frame.Without(header));
            case 2:
                return ("headers", frame.With(header, WrongValues[mutator.Next(WrongValues.Length)]));
            case 3:
                return ("topic", frame with { Key = $"D.lab.{Rig}.{new string('x', 1 + mutator.Next(200))}.more" });
            case 4:
                // A map of MessagePack has no such byte.
                byte[] map = mutator.Changed(frame.Body, frames[0].Body);
                return ("body", frame with { Type = "cdb.control", Body = [0xC1, .. map] });
            case 5:
                return (null, frame);
            default:
                byte[] body = mutator.Changed(frame.Body, frames[mutator.Next(frames.Length)].Body);
                return (HasHeader(body) ? null : "body", frame with { Body = body });
        }
    }

    // The sixth byte is the length of the header in words of eight bytes; it has ten at least.
    private static bool HasHeader(byte[] body) =>
        body.Length >= 80 && body[5] >= 10 && body[5] * 8 <= body.Length;

    private static long CountOf(BridgedRig rig, string cause) =>
        rig.Queue.GetProperty("foreign").GetProperty(cause).GetInt64();

    private static long BadFrames(BridgedRig rig) =>
        new MonitorView(rig.Monitor).Health.GetProperty("badFrames").EnumerateObject().Sum(one => one.Value.GetInt64());
}
