using FuncLibs.Amqp;
using FuncLibs.Amqp.Leasing;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;
using Testing;
using Testing.Brokers;

namespace FuncLibs.Tests.Amqp.Leasing;

/// <summary>Leases of two processes at a real broker.</summary>
public sealed class LeaseTests(RabbitMqFixture broker) : IClassFixture<RabbitMqFixture>
{
    private readonly string _queue = $"cdb.lease.{Guid.NewGuid():N}";

    [QueueFact]
    public async Task Join_First_IsTheHolder()
    {
        await using LeaseSession session = await OpenAsync();
        await using Lease lease = await session.JoinAsync(_queue, CancellationToken.None);

        WaitUntilHeld(lease);
        (await lease.CountAsync(CancellationToken.None)).ShouldBe(1);
    }

    [QueueFact]
    public async Task Join_WhileAnotherHoldsIt_WaitsUntilThatOneLeaves()
    {
        await using LeaseSession first = await OpenAsync();
        await using LeaseSession second = await OpenAsync();
        await using (Lease held = await first.JoinAsync(_queue, CancellationToken.None))
        {
            WaitUntilHeld(held);
            await using Lease waiting = await second.JoinAsync(_queue, CancellationToken.None);
            (await waiting.CountAsync(CancellationToken.None)).ShouldBe(2);
            waiting.IsHeld.ShouldBeFalse();
            await held.DisposeAsync();

            WaitUntilHeld(waiting);
        }
    }

    [QueueFact]
    public async Task Join_ManyAtOnce_OneIsTheHolder()
    {
        await using LeaseSession session = await OpenAsync();
        await using LeaseSession other = await OpenAsync();
        Lease[] all = await Task.WhenAll(Enumerable.Range(0, 12).Select(
            i => (i % 2 == 0 ? session : other).JoinAsync(_queue, CancellationToken.None)));
        Eventually.True(() => all.Any(lease => lease.IsHeld), "one is the holder");
        for (int left = all.Length - 1; left > 0; left--)
        {
            Lease holder = all.Where(lease => lease.IsHeld).ShouldHaveSingleItem();
            await holder.DisposeAsync();
            all = [.. all.Where(lease => lease != holder)];
            Eventually.True(() => all.Any(lease => lease.IsHeld), "the next one is the holder");
        }

        await all[0].DisposeAsync();
    }

    [QueueFact]
    public async Task Renew_ByTheHolder_KeepsIt()
    {
        await using LeaseSession first = await OpenAsync();
        await using LeaseSession second = await OpenAsync();
        await using Lease held = await first.JoinAsync(_queue, CancellationToken.None);
        WaitUntilHeld(held);
        await using Lease waiting = await second.JoinAsync(_queue, CancellationToken.None);

        for (int i = 0; i < 100; i++)
            await held.RenewAsync(CancellationToken.None);

        await held.CountAsync(CancellationToken.None);
        (held.IsHeld, held.IsOver, waiting.IsHeld).ShouldBe((true, false, false));
    }

    [QueueFact]
    public async Task Delete_OfTheQueue_IsTheEndForBothUntilTheyJoinAgain()
    {
        await using LeaseSession first = await OpenAsync();
        await using Lease held = await first.JoinAsync(_queue, CancellationToken.None);
        WaitUntilHeld(held);

        broker.Server.DeleteQueue(_queue);

        Eventually.True(() => held is { IsOver: true, IsHeld: false }, "the lease is over");
        first.Fault.ShouldBeNull();
        await using Lease again = await first.JoinAsync(_queue, CancellationToken.None);
        WaitUntilHeld(again);
    }

    [QueueFact]
    public async Task Join_QueueOfAnotherKind_SaysWhatToDo()
    {
        ConnectionFactory factory = new() { Uri = broker.Server.Uri };
        await using IConnection connection = await factory.CreateConnectionAsync();
        await using IChannel channel = await connection.CreateChannelAsync();
        await channel.QueueDeclareAsync(_queue, durable: true, exclusive: false, autoDelete: false);
        await using LeaseSession session = await OpenAsync();

        BrokerException e = await Should.ThrowAsync<BrokerException>(
            () => session.JoinAsync(_queue, CancellationToken.None));

        e.Fault.Kind.ShouldBe(BrokerFaultKind.WrongQueue);
        e.Fault.Text.ShouldContain($"the queue {_queue} at");
        e.Fault.Text.ShouldContain("was declared by something else; delete it");
        session.Fault.ShouldBeNull();
    }

    [QueueFact]
    public async Task Join_WithoutPermission_SaysSo()
    {
        string user = $"u{Guid.NewGuid():N}";
        broker.Server.AddUser(user, "secret");
        broker.Server.SetPermissions(user, "^$", "^$", "^$");
        await using LeaseSession session = await OpenAsync(user, "secret");

        BrokerException e = await Should.ThrowAsync<BrokerException>(
            () => session.JoinAsync(_queue, CancellationToken.None));

        e.Fault.Kind.ShouldBe(BrokerFaultKind.Permission);
    }

    [QueueFact]
    public async Task Join_WithThePermissionsOfTheDocumentation_IsTheHolder()
    {
        string user = $"u{Guid.NewGuid():N}";
        broker.Server.AddUser(user, "secret");
        broker.Server.SetPermissions(user, "^cdb[.]lease([.]|$)", "^cdb[.]lease([.]|$)", "^cdb[.]");
        await using LeaseSession session = await OpenAsync(user, "secret");
        await using Lease lease = await session.JoinAsync(_queue, CancellationToken.None);

        WaitUntilHeld(lease);
    }

    [QueueFact]
    public async Task Join_WithoutPermissionForTheExchange_HasTheFault()
    {
        string user = $"u{Guid.NewGuid():N}";
        broker.Server.AddUser(user, "secret");
        broker.Server.SetPermissions(user, "^cdb[.]lease([.]|$)", "^cdb[.]lease[.]", "^cdb[.]");
        await using LeaseSession session = await OpenAsync(user, "secret");

        await using Lease lease = await session.JoinAsync(_queue, CancellationToken.None);

        Eventually.True(() => lease.OfferFault is not null, "it is refused");
        lease.OfferFault!.Kind.ShouldBe(BrokerFaultKind.Permission);
    }

    [QueueFact]
    public async Task Join_DuringAnAlarm_IsInTheLine()
    {
        using RabbitMqServer own = RabbitMqServer.StartNew();
        await using LeaseSession first =
            await LeaseSession.OpenAsync(AddressOf(own.Port), "first", CancellationToken.None);
        await using Lease held = await first.JoinAsync(_queue, CancellationToken.None);
        WaitUntilHeld(held);
        own.SetMemoryAlarm();
        await using LeaseSession second =
            await LeaseSession.OpenAsync(AddressOf(own.Port), "second", CancellationToken.None);
        await using Lease waiting = await second.JoinAsync(_queue, CancellationToken.None);

        await held.DisposeAsync();

        WaitUntilHeld(waiting);
    }

    [QueueFact]
    public async Task Publish_WithThePermissionsOfTheDocumentation_ReachesNoOtherQueue()
    {
        string user = $"u{Guid.NewGuid():N}";
        broker.Server.AddUser(user, "secret");
        broker.Server.SetPermissions(user, "^cdb[.]lease([.]|$)", "^cdb[.]lease([.]|$)", "^cdb[.]");
        ConnectionFactory factory = new() { Uri = broker.Server.UriOf(user, "secret") };
        await using IConnection connection = await factory.CreateConnectionAsync();
        foreach (string exchange in (string[])["", "cdb"])
        {
            await using IChannel channel = await connection.CreateChannelAsync(new CreateChannelOptions(true, true));

            await Should.ThrowAsync<Exception>(
                async () => await channel.BasicPublishAsync(exchange, "cdb.lab.rig1", ReadOnlyMemory<byte>.Empty));
        }
    }

    [QueueFact]
    public async Task Join_AfterTheConnectionOfTheTokensEnded_IsTheHolder()
    {
        await using LeaseSession session = await OpenAsync(name: _queue);
        await using (Lease first = await session.JoinAsync(_queue, CancellationToken.None))
            WaitUntilHeld(first);
        broker.Server.CloseConnection($"{_queue} (tokens)");

        await using Lease again = await session.JoinAsync($"{_queue}.other", CancellationToken.None);

        WaitUntilHeld(again);
        session.Fault.ShouldBeNull();
    }

    [QueueFact]
    public async Task Offer_AfterSomebodyTookTheToken_MakesItTheHolder()
    {
        await using LeaseSession session = await OpenAsync();
        await using Lease former = await session.JoinAsync(_queue, CancellationToken.None);
        WaitUntilHeld(former);
        ConnectionFactory factory = new() { Uri = broker.Server.Uri };
        await using IConnection foreign = await factory.CreateConnectionAsync();
        await using IChannel channel = await foreign.CreateChannelAsync();
        int taken = 0;
        AsyncEventingBasicConsumer consumer = new(channel);
        consumer.ReceivedAsync += (_, _) => Task.FromResult(Interlocked.Increment(ref taken));
        await channel.BasicConsumeAsync(_queue, autoAck: true, consumer);
        await using Lease lease = await session.JoinAsync(_queue, CancellationToken.None);
        Eventually.True(
            () => broker.Server.Control("list_queues", "name", "messages_ready").Contains($"{_queue}\t1"),
            "its own token is in the queue");
        await former.DisposeAsync();
        Eventually.True(() => Volatile.Read(ref taken) > 0, "the token is taken");
        await channel.CloseAsync();
        (await lease.CountAsync(CancellationToken.None)).ShouldBe(1);
        lease.IsHeld.ShouldBeFalse();

        lease.Offer();

        WaitUntilHeld(lease);
    }

    [QueueFact]
    public async Task Suspend_OfTheBroker_EndsTheSession()
    {
        using RabbitMqServer own = RabbitMqServer.StartNew();
        await using LeaseSession session =
            await LeaseSession.OpenAsync(AddressOf(own.Port), "test", CancellationToken.None);
        await using Lease lease = await session.JoinAsync(_queue, CancellationToken.None);
        WaitUntilHeld(lease);

        own.Suspend();
        try
        {
            Eventually.True(() => session.Fault is not null && lease is { IsOver: true, IsHeld: false }, "it is over");
        }
        finally
        {
            own.Resume();
        }
    }

    private static void WaitUntilHeld(Lease lease) => Eventually.True(() => lease.IsHeld, "the lease is held");

    private static BrokerAddress AddressOf(int port)
    {
        BrokerAddress.TryParse($"amqp://127.0.0.1:{port}", out BrokerAddress? address, out _).ShouldBeTrue();
        return address!;
    }

    private Task<LeaseSession> OpenAsync(string user = "guest", string password = "guest", string name = "test") =>
        LeaseSession.OpenAsync(
            AddressOf(broker.Server.Port) with { User = user, Password = password }, name, CancellationToken.None);
}
