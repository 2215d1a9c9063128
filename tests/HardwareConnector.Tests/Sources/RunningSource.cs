using System.Net;
using FuncLibs.Blocks.Serialization.BuiltIn;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Links;
using Testing;

namespace HardwareConnector.Tests.Sources;

/// <summary>A source on its thread, with the test as its publish thread.</summary>
internal sealed class RunningSource : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _thread;

    public RunningSource(
        Func<SourceFeed, IRigSource> make, int queue = 128, StreamNaming naming = default, bool replay = false)
    {
        Feed = new SourceFeed(queue) { Naming = naming, IsReplay = replay };
        Source = make(Feed);
        _thread = new Thread(() => Source.Run(_stop.Token)) { IsBackground = true };
        _thread.Start();
    }

    public SourceFeed Feed { get; }

    public IRigSource Source { get; }

    public static RunningSource Link(
        IPEndPoint address, LogLines<LinkSource> log, TimeProvider? time = null, RigTls? tls = null) => new(
        feed => new LinkSource(
            feed, address, tls, BuiltInSerializers.CreateRegistry(), time ?? TimeProvider.System, log));

    public SourceItem Next()
    {
        SourceItem item = default;
        Eventually.True(() => Feed.Ring.TryRead(out item, 50), "the source gives something");
        return item;
    }

    public SourceItem Next(SourceItemKind kind)
    {
        SourceItem item = Next();
        while (item.Kind != kind)
        {
            item.Pool?.Return(item.Block!);
            item = Next();
        }

        return item;
    }

    /// <summary>Takes blocks and gives them back.</summary>
    public void Pump(int blocks)
    {
        for (int i = 0; i < blocks; i++)
        {
            SourceItem item = Next(SourceItemKind.Block);
            item.Pool!.Return(item.Block!);
        }
    }

    public void Stop()
    {
        _stop.Cancel();
        _thread.Join();
    }

    public void Dispose()
    {
        Stop();
        _stop.Dispose();
        Feed.Dispose();
    }
}
