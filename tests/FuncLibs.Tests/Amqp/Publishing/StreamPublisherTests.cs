using FuncLibs.Amqp;
using FuncLibs.Amqp.Publishing;
using RabbitMQ.Client;
using Testing;
using Testing.Brokers;

namespace FuncLibs.Tests.Amqp.Publishing;

/// <summary>A publisher at a real broker, and what others do to its queue.</summary>
public sealed class StreamPublisherTests(RabbitMqFixture broker) : IClassFixture<RabbitMqFixture>
{
    private static readonly byte[] Body = new byte[10];

    // An exchange of its own: queues of other tests are not bound to it.
    private readonly StreamQueue _queue =
        StreamQueue.For("lab", "rig1", $"cdb.{Guid.NewGuid():N}", $"cdb.{Guid.NewGuid():N}");

    // What is published is in the other queue then, so the broker returns nothing.
    [QueueFact]
    public async Task Watch_QueueDeletedWhileAnotherIsBound_IsMissed()
    {
        await using StreamPublisher publisher = await OpenAsync(_queue);
        await using IConnection connection = await ConnectAsync();
        await using IChannel channel = await connection.CreateChannelAsync();
        string other = (await channel.QueueDeclareAsync()).QueueName;
        await channel.QueueBindAsync(other, _queue.Exchange, "#");
        broker.Server.DeleteQueue(_queue.Name);
        await PublishAsync(publisher);
        Eventually.True(() => publisher.Confirmed == 1, "it is confirmed");

        Eventually.True(() => publisher.Fault is not null, "the queue is missed");

        publisher.Fault!.Kind.ShouldBe(BrokerFaultKind.Missing);
    }

    [QueueFact]
    public async Task Watch_BindingRemovedWhileAnotherQueueIsBound_IsMadeAgain()
    {
        await using StreamPublisher publisher = await OpenAsync(_queue);
        await using IConnection connection = await ConnectAsync();
        await using IChannel channel = await connection.CreateChannelAsync();
        string other = (await channel.QueueDeclareAsync()).QueueName;
        await channel.QueueBindAsync(other, _queue.Exchange, "#");
        await channel.QueueUnbindAsync(_queue.Name, _queue.Exchange, _queue.BindingKey);

        Eventually.True(
            () =>
            {
                PublishAsync(publisher).AsTask().GetAwaiter().GetResult();
                Eventually.True(() => publisher.HasRoom, "there is room");
                return channel.MessageCountAsync(_queue.Name).GetAwaiter().GetResult() > 0;
            },
            "what is published is in the queue again");

        publisher.Fault.ShouldBeNull();
    }

    [QueueFact]
    public async Task Open_SameRigAndAnotherQueue_IsLocked()
    {
        await using StreamPublisher publisher = await OpenAsync(_queue);

        BrokerException refused = await Should.ThrowAsync<BrokerException>(
            () => OpenAsync(_queue with { Name = $"{_queue.Name}.other" }));

        refused.Fault.Kind.ShouldBe(BrokerFaultKind.Locked);
        refused.Fault.Text.ShouldContain("for the same site and rig");
    }

    [QueueFact]
    public async Task Open_AnotherRigAndTheSameQueue_IsLocked()
    {
        await using StreamPublisher publisher = await OpenAsync(_queue);

        BrokerException refused = await Should.ThrowAsync<BrokerException>(
            () => OpenAsync(StreamQueue.For("lab", "rig2", _queue.Exchange, _queue.Name)));

        refused.Fault.Kind.ShouldBe(BrokerFaultKind.Locked);
    }

    private Task<StreamPublisher> OpenAsync(StreamQueue queue) => StreamPublisher.OpenAsync(
        BridgeWriter.AddressOf(broker.Server),
        queue,
        BridgeWriter.Publisher,
        PublishWindow.Default,
        "test publisher",
        looksInside: false,
        CancellationToken.None);

    private static ValueTask PublishAsync(StreamPublisher publisher) => publisher.PublishAsync(
        "D.lab.rig1.main", new StreamPlace(1, 1, 1), isControl: false, [], Body, CancellationToken.None);

    private async Task<IConnection> ConnectAsync() =>
        await new ConnectionFactory { Uri = broker.Server.Uri }.CreateConnectionAsync();
}
