using FuncLibs.Hosting.Run;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using HardwareConnector.Publishing;
using Microsoft.Extensions.DependencyInjection;

namespace HardwareConnector.Hosting;

/// <summary>What the launcher reads when the connector has stopped.</summary>
internal static class ConnectorRunSummary
{
    public static ConnectorSummary Create(IServiceProvider services)
    {
        ulong epoch = services.GetRequiredService<PublisherIdentity>().Epoch;
        RigRegistry book = services.GetRequiredService<RigRegistry>();
        return new ConnectorSummary
        {
            Streams = [.. book.All.ToArray().Select(s => new FuncLibs.Hosting.Run.PublishedStreamSummary(s.Id, epoch, s.Last))],
            Transport = services.GetRequiredService<ITransport>().Library.ToString(),
            Usage = services.GetRequiredService<RunWindow>().Usage,
        };
    }
}

/// <summary>Blocks published, for the run window.</summary>
internal sealed class PublishedBlocks(PublishLoop loop) : IBlockCount
{
    public long Blocks => loop.Counters.Blocks;
}
