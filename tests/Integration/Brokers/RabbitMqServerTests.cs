using RabbitMQ.Client.Exceptions;
using Testing;
using Testing.Brokers;
using Testing.Processes;

namespace Integration.Brokers;

/// <summary>The server of the tests, with RabbitMQ's own client.</summary>
public sealed class RabbitMqServerTests(RabbitMqFixture fixture) : IClassFixture<RabbitMqFixture>
{
    private static readonly byte[] Body = [1, 2, 3];

    [RabbitMqFact]
    public async Task Start_AfterKill_HasWhatWasConfirmed()
    {
        const string Queue = "kept";
        await using (StreamClient client = await StreamClient.Connect(fixture.Server.Uri))
        {
            await client.Declare(Queue);
            await client.Publish(Queue, Body);
        }

        fixture.Server.Kill();
        fixture.Server.Start();

        StreamClient.First(fixture.Server.Uri, Queue).ShouldBe(Body);
    }

    [RabbitMqFact]
    public Task SetMemoryAlarm_Publisher_IsBlockedUntilItIsCleared() => IsBlocked(
        "memory", fixture.Server.SetMemoryAlarm, fixture.Server.ClearMemoryAlarm);

    [RabbitMqFact]
    public Task SetDiskAlarm_Publisher_IsBlockedUntilItIsCleared() => IsBlocked(
        "disk", fixture.Server.SetDiskAlarm, fixture.Server.ClearDiskAlarm);

    [RabbitMqFact]
    public async Task Suspend_Publisher_IsConfirmedAfterResume()
    {
        const string Queue = "suspended";
        await using StreamClient client = await StreamClient.Connect(fixture.Server.Uri);
        await client.Declare(Queue);

        fixture.Server.Suspend();
        Task confirmed = client.Publish(Queue, Body);
        bool early = confirmed.IsCompleted;
        fixture.Server.Resume();
        await confirmed;

        early.ShouldBeFalse();
    }

    [RabbitMqFact]
    public async Task SetPermissions_OfOtherQueues_RefusesThisOne()
    {
        fixture.Server.AddUser("kim", "secret");
        fixture.Server.SetPermissions("kim", "^mine$", "^mine$", "^mine$");
        await using StreamClient client = await StreamClient.Connect(fixture.Server.UriOf("kim", "secret"));
        await client.Declare("mine");

        OperationInterruptedException refused =
            await Should.ThrowAsync<OperationInterruptedException>(() => client.Declare("yours"));

        refused.ShutdownReason?.ReplyCode.ShouldBe((ushort)403);
    }

    [RabbitMqFact]
    public async Task DeleteQueue_StreamWithMessages_IsGone()
    {
        const string Queue = "deleted";
        await using StreamClient client = await StreamClient.Connect(fixture.Server.Uri);
        await client.Declare(Queue);

        fixture.Server.DeleteQueue(Queue);

        (await Should.ThrowAsync<PublishException>(() => client.Publish(Queue, Body))).IsReturn.ShouldBeTrue();
    }

    [RabbitMqFact]
    public void Dispose_OfANodeThatStarts_LeavesNoProcessAndNoFolder()
    {
        RabbitMqServer server = new();
        server.Launch();
        Eventually.True(
            () => Directory.EnumerateFiles(server.Folder, "*.log", SearchOption.AllDirectories).Any(), "the node logs");

        server.Dispose();

        ProcessSignals.WithEnvironment(server.Folder).ShouldBeEmpty();
        Directory.Exists(server.Folder).ShouldBeFalse();
    }

    private async Task IsBlocked(string queue, Action raise, Action clear)
    {
        await using StreamClient client = await StreamClient.Connect(fixture.Server.Uri);
        await client.Declare(queue);
        TaskCompletionSource blocked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        client.Connection.ConnectionBlockedAsync += (_, _) =>
        {
            blocked.TrySetResult();
            return Task.CompletedTask;
        };

        raise();
        Task confirmed = client.Publish(queue, Body);
        await blocked.Task.WaitAsync(TimeSpan.FromSeconds(60));
        bool early = confirmed.IsCompleted;
        clear();
        await confirmed;

        early.ShouldBeFalse();
    }
}
