using System.Runtime.CompilerServices;
using FuncLibs.Messaging.Transport;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

public abstract class WaitSetContract<TLibrary> : TransportContract<TLibrary>
    where TLibrary : ITransportUnderTest
{

    [Fact]
    public void Wait_CollectedWhileItWaits_KeepsItsItems()
    {
        (IFramePublisher _, IFrameSubscriber subscriber) = Rig.Pair();
        using var stop = new CancellationTokenSource();
        var litterer = new Thread(() =>
        {
            // Garbage enough that collections, and finalizers, run all the time.
            while (!stop.IsCancellationRequested)
                GC.KeepAlive(new byte[100_000]);
        });
        litterer.Start();

        // The library reads the items again after each wait: freed ones would be an arbitrary socket. Only optimised
        // code, which comes after many calls, forgets the set while it waits.
        for (int i = 0; i < 300; i++)
            WaitOnce(subscriber, 5).ShouldBe(WaitStatus.TimedOut);

        stop.Cancel();
        litterer.Join();
    }

    [Fact]
    public void Wait_MessageIsThere_IsReady()
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = Rig.Pair();
        Rig.Send(publisher, 2);

        WaitOnce(subscriber, 5000).ShouldBe(WaitStatus.Ready);
    }

    [Fact]
    public void Wait_SocketIsDisposed_IsClosed()
    {
        (IFramePublisher _, IFrameSubscriber subscriber) = Rig.Pair();
        IWaitSet wait = Rig.Transport.WaitFor(subscriber);
        subscriber.Dispose();

        wait.Wait(5000).ShouldBe(WaitStatus.Closed);
    }

    [Fact]
    public void Dispose_Twice_IsOnce()
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = Rig.Pair();

        publisher.Dispose();
        publisher.Dispose();
        subscriber.Dispose();
        subscriber.Dispose();
    }

    // Nothing but the call itself holds the set, as in a caller that waits once.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private WaitStatus WaitOnce(IFrameSubscriber subscriber, int milliseconds) =>
        Rig.Transport.WaitFor(subscriber).Wait(milliseconds);
}
