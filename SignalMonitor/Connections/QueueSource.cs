using FuncLibs.Amqp;
using FuncLibs.Amqp.Consuming;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Receiving;
using SignalMonitor.Saving;
using SignalMonitor.Streams;

namespace SignalMonitor.Connections;

/// <summary>The queue at a broker that a connection reads, and where in it an earlier process was.</summary>
internal sealed class QueueSource
{
    /// <summary>Prepares to read.</summary>
    /// <param name="options">Options that passed their check.</param>
    /// <param name="client">Name of this monitor.</param>
    /// <param name="limits">What a frame may have.</param>
    /// <param name="resumed">Streams of the queue that an earlier process read.</param>
    /// <param name="keeps">Receive thread: true for a stream whose position is saved.</param>
    /// <param name="stateFolder">Where markers are kept; null nowhere.</param>
    /// <param name="time">Clock.</param>
    public QueueSource(
        AmqpOptions options,
        string client,
        FrameLimits limits,
        IReadOnlyList<SavedStream> resumed,
        Func<Guid, uint, bool> keeps,
        string? stateFolder,
        TimeProvider time)
    {
        Name = NameOf(options);
        MarkerFile? file = stateFolder is null ? null : new MarkerFile(stateFolder, Name, options.QueueName);
        IReadOnlyList<ConsumedStream> consumed =
            [.. resumed.Select(stream => new ConsumedStream(
                stream.Position.Account.Publisher,
                new StreamPlace(stream.Position.Account.Stream, stream.Position.Epoch, stream.Position.Next - 1)))];
        IReadOnlyList<StreamMarker> markers = [];
        FileFault = file?.Read(consumed, out markers);
        Consumer = new StreamConsumer(
            new ConsumerOptions(
                () => AddressOf(options), new StreamQueue(options.QueueName, StreamQueue.DefaultExchange, ""), client)
            {
                Limits = limits,
                Consumed = consumed,
                Markers = markers,
                Keeps = keeps,
                Save = file is null ? static _ => null : file.Write,
            },
            time);
    }

    /// <summary>Name of the connection.</summary>
    public string Name { get; }

    /// <summary>What was wrong with the kept markers, in one line; null nothing.</summary>
    public string? FileFault { get; }

    /// <summary>What reads it.</summary>
    public StreamConsumer Consumer { get; }

    /// <summary>Name of the connection of options that passed their check.</summary>
    public static string NameOf(AmqpOptions options) =>
        BrokerAddress.TryParse(options.Address, out BrokerAddress? address, out _) ? options.NameAt(address) : "";

    /// <summary>Receive thread: begins to read.</summary>
    /// <param name="connect">
    /// Connects to the connector, which is asked for what the queue lacks; null: it is not.
    /// </param>
    public ConnectionSockets Open(Func<IControlClient>? connect)
    {
        IControlClient? connector = connect?.Invoke();
        Consumer.Start();
        return connector is null
            ? new ConnectionSockets(Consumer.Data, Consumer.Control, Consumer.Wait) { Owner = Consumer }
            : new ConnectionSockets(
                Consumer.Data, new AskingControl(Consumer.Control, connector), new AskingWait(Consumer.Wait))
            {
                Owner = Consumer,
            };
    }

    /// <summary>The broker, with password and authority as they are now: they may have been replaced.</summary>
    /// <param name="options">Options that passed their check.</param>
    /// <exception cref="BrokerException">A file of them cannot be used.</exception>
    public static BrokerAddress AddressOf(AmqpOptions options)
    {
        if (!BrokerAddress.TryParse(options.Address, out BrokerAddress? address, out string? fault))
            throw new BrokerException($"the address {fault}");
        if (address.UsesTls)
        {
            if (ServerTrust.Load(options.CaFile, out ServerTrust trust) is { } untrusted)
                throw new BrokerException(new BrokerFault(BrokerFaultKind.Certificate, untrusted));
            address = address with { ValidateServer = trust.Demand };
        }

        if (options.User.Length == 0)
            return address;
        return SecretFile.Read(options.PasswordFile, out string password) is { } unreadable
            ? throw new BrokerException(new BrokerFault(BrokerFaultKind.Credentials, unreadable))
            : address with { User = options.User, Password = password };
    }
}
