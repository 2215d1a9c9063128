using System.ComponentModel;
using System.Globalization;
using System.Text;
using FuncLibs.Amqp;
using FuncLibs.Amqp.Publishing;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using HardwareConnector.Configuration;

namespace HardwareConnector.Bridge;

/// <summary>
/// The verb `bridge status|rewind`: how far the bridge is, beside a running connector or without one, and publishing
/// again what the journal still has.
/// </summary>
internal static class BridgeVerb
{
    /// <summary>Option set by the word after the verb.</summary>
    public const string Argument = nameof(BridgeVerbOptions.Action);

    private static readonly TimeSpan ProbeLimit = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Exit code 0; 1 from `status` when the broker or its queue cannot be used; 2 when there is no bridge.
    /// </summary>
    public static async Task<int> RunAsync(VerbContext<ConnectorOptions> context)
    {
        ConnectorOptions options = context.Options;
        string folder = options.State.Folder;
        if (!options.Bridge.IsOn)
            throw new StartupException("there is no bridge: Bridge:Broker is empty");
        if (!Directory.Exists(folder))
            throw new StartupException($"there is no state folder {Path.GetFullPath(folder)}; name its State:Folder");
        BridgeVerbOptions asked = context.Extra<BridgeVerbOptions>();
        return asked.Action == BridgeAction.Rewind
            ? Rewind(asked, options, new DiskFiles(folder), context.Streams.Output)
            : await ShowAsync(options, new DiskFiles(folder), context.Streams.Output);
    }

    private static int Rewind(
        BridgeVerbOptions asked, ConnectorOptions options, DiskFiles files, TextWriter output)
    {
        if (asked.Epoch < 0)
            throw new StartupException($"--Epoch {asked.Epoch} is no epoch: `journal info` lists them; 0 = all");
        BridgeRequest request = new((ulong)asked.Epoch);
        if (request.FindFault(NewestOf(JournalOf(options))) is { } fault)
            throw new StartupException($"nothing is published again: {fault}");
        FileOutcome outcome = new BridgeRequestFile(files).Write(request);
        if (!outcome.IsOk)
            throw new StartupException(outcome.ToString());
        output.WriteLine($"{request.Text} is published again; consumers drop what they have");
        output.WriteLine("a running connector does it within a second, another one when it starts");
        return ExitCodes.Ok;
    }

    private static async Task<int> ShowAsync(ConnectorOptions options, DiskFiles files, TextWriter output)
    {
        StreamQueue queue = options.Bridge.QueueOf(options.Site, RigOf(options));
        await output.WriteAsync(Describe(options, files, queue));
        string? fault = options.Bridge.Load(out BrokerAddress? broker)?.Text;
        uint messages = 0;
        if (fault is null)
            (messages, fault) = await ProbeAsync(broker!, queue);
        await output.WriteLineAsync(
            string.Create(
                CultureInfo.InvariantCulture,
                $"broker    {fault ?? $"reached; the queue has {messages} messages"}"));
        return fault is null ? ExitCodes.Ok : ExitCodes.FatalError;
    }

    private static string Describe(ConnectorOptions options, DiskFiles files, StreamQueue queue)
    {
        StringBuilder text = new();
        text.AppendLine(
            CultureInfo.InvariantCulture,
            $"queue     {queue.Name} at {options.Bridge.Broker}, exchange {queue.Exchange}");
        BridgeDocument? document = BridgeCursor.Read(files, out string? damage);
        if (damage is not null)
            text.AppendLine(
                CultureInfo.InvariantCulture, $"cursor    {BridgeCursor.FileName} cannot be used ({damage})");
        else if (document is null)
            text.AppendLine("cursor    none: nothing was confirmed yet");
        RecoveryReport journal = JournalOf(options);
        foreach (StreamPlace place in document?.Streams ?? [])
        {
            if (FrameHeader.IsDataStream(place.Stream))
                text.AppendLine(
                    CultureInfo.InvariantCulture,
                    $"stream {place.Stream,-3}confirmed {place.Epoch}:{place.Sequence}, {Behind(journal, place)} behind");
        }

        return text.ToString();
    }

    private static RecoveryReport JournalOf(ConnectorOptions options) => new JournalFolder(
        new DiskFiles(options.Journal.In(options.State.Folder)), JournalOptions.Default, Guid.Empty).Report;

    private static ulong NewestOf(RecoveryReport journal) =>
        journal.Extents.Select(extent => extent.Epoch).DefaultIfEmpty().Max();

    private static async Task<(uint Messages, string? Fault)> ProbeAsync(BrokerAddress broker, StreamQueue queue)
    {
        using CancellationTokenSource limit = new(ProbeLimit);
        try
        {
            return (await QueueProbe.CountAsync(broker, queue, limit.Token), null);
        }
        catch (BrokerException e)
        {
            return (0, e.Fault.Text);
        }
        catch (OperationCanceledException)
        {
            return (0, $"the broker {broker} did not answer within {ProbeLimit.TotalSeconds:0} s");
        }
    }

    private static ulong Behind(RecoveryReport journal, StreamPlace place)
    {
        ulong behind = 0;
        foreach (StreamExtent extent in journal.Extents)
        {
            if (extent.Stream == place.Stream && extent.Epoch > place.Epoch)
                behind += extent.Last - extent.First + 1;
            else if (extent.Stream == place.Stream && extent.Epoch == place.Epoch && extent.Last > place.Sequence)
                behind += extent.Last - place.Sequence;
        }

        return behind;
    }

    private static string RigOf(ConnectorOptions options) =>
        options.Rig.Length > 0 ? options.Rig : ConnectorOptions.DefaultRig;
}

/// <summary>Actions of the verb `bridge`.</summary>
public enum BridgeAction
{
    /// <summary>Prints how far the bridge is, and whether the broker answers.</summary>
    Status,

    /// <summary>Publishes again.</summary>
    Rewind,
}

/// <summary>Options of the verb `bridge`.</summary>
public sealed class BridgeVerbOptions
{
    /// <summary>The action.</summary>
    [Description("what to do; given after the verb")]
    public BridgeAction Action { get; set; } = BridgeAction.Status;

    /// <summary>`rewind`: from the begin of this epoch on.</summary>
    [Description("rewind: from the begin of this epoch on; 0 = everything that the journal has")]
    public long Epoch { get; set; }
}
